#!/usr/bin/env python3
"""Makes tests/data/mnist: what PyTorch's losses and hits are on examples/mnist/data, for the settings of SETTINGS.

    mnist_small.py examples/mnist/data tests/data/mnist       needs: torch numpy safetensors
init.safetensors: w1 [784,128], b1, w2 [128,10], b2, BF16, uniform in +-1/sqrt(fan in), biases 0, one seed for all.
expected.txt: a line for each setting, batch lr epochs, then the mean loss and the hits after 50 batches ("- -" where an
epoch has fewer) and after each epoch. An epoch's loss is the mean over its batches; the last, shorter one is used too.
"""
import gzip, sys
import numpy as np, torch
from safetensors.torch import load_file, save_file

SETTINGS = ((100, 0.1, 3), (37, 0.05, 2), (999, 0.5, 2), (5000, 0.5, 3), (7000, 0.5, 1), (1, 0.01, 1))
data, out = sys.argv[1:3]


def idx(name):
    raw = gzip.open(f'{data}/{name}-ubyte.gz').read()
    dims = [int.from_bytes(raw[4 + 4 * i:8 + 4 * i], 'big') for i in range(raw[3])]
    return np.frombuffer(raw, np.uint8, offset=4 + 4 * raw[3]).reshape(dims)


def split(name):
    return (torch.tensor(idx(f'{name}-images-idx3').reshape(-1, 784).astype(np.float32) / 255),
            torch.tensor(idx(f'{name}-labels-idx1').astype(np.int64)))


def train(batch, lr, epochs):
    w = {k: v.float().requires_grad_() for k, v in load_file(f'{out}/init.safetensors').items()}
    optimizer = torch.optim.SGD(w.values(), lr=lr)

    def logits(x):
        return torch.relu(x @ w['w1'] + w['b1']) @ w['w2'] + w['b2']

    def hits():
        with torch.no_grad():
            return int((logits(test[0]).argmax(1) == test[1]).sum())

    first, rows = '- -', []
    for epoch in range(epochs):
        losses = []
        for i in range(0, len(images), batch):
            optimizer.zero_grad()
            loss = torch.nn.functional.cross_entropy(logits(images[i:i + batch]), labels[i:i + batch])
            loss.backward()
            optimizer.step()
            losses.append(loss.item())
            if epoch == 0 and len(losses) == 50:
                first = f'{np.mean(losses):.6f} {hits()}'
        rows.append(f'{np.mean(losses):.6f} {hits()}')
    return f'{batch} {lr} {epochs} {first} ' + ' '.join(rows)


(images, labels), test = split('train'), split('t10k')
rng = np.random.default_rng(1)
uniform = lambda i, o: torch.tensor(rng.uniform(-1 / np.sqrt(i), 1 / np.sqrt(i), (i, o))).to(torch.bfloat16)
zeros = lambda n: torch.zeros(n, dtype=torch.bfloat16)
save_file({'w1': uniform(784, 128), 'b1': zeros(128), 'w2': uniform(128, 10), 'b2': zeros(10)}, f'{out}/init.safetensors')
with open(f'{out}/expected.txt', 'w') as f:
    for setting in SETTINGS:
        print(train(*setting), file=f)
