#!/usr/bin/env python3
"""PyTorch's side of the MNIST benchmark: the same network, weights, batches and updates as bendml-mnist train.

    mnist_pytorch.py DATA_DIR INIT.safetensors THREADS EPOCHS        needs: torch numpy safetensors
One JSON object a line: {"event":"epoch","epoch":E,"loss":L,"hits":H,"seconds":S}; seconds are of training alone."""
import gzip, json, sys, time
import numpy as np, torch
from safetensors.numpy import load_file

data, init, threads, epochs = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
torch.set_num_threads(threads)


def idx(name):
    raw = gzip.open(f'{data}/{name}.gz').read()
    dims = [int.from_bytes(raw[4 + 4 * i:8 + 4 * i], 'big') for i in range(raw[3])]
    return np.frombuffer(raw, np.uint8, offset=4 + 4 * raw[3]).reshape(dims)


def split(name):
    images = torch.tensor(idx(f'{name}-images-idx3-ubyte').reshape(-1, 784).astype(np.float32) / 255)
    return images, torch.tensor(idx(f'{name}-labels-idx1-ubyte').astype(np.int64))


(images, labels), (test_images, test_labels) = split('train'), split('t10k')
w = {name: torch.tensor(value, requires_grad=True) for name, value in load_file(init).items()}
optimizer = torch.optim.SGD(w.values(), lr=0.1)


def logits(x):
    return torch.relu(x @ w['w1'] + w['b1']) @ w['w2'] + w['b2']


for epoch in range(1, epochs + 1):
    losses, start = [], time.perf_counter()
    for i in range(0, len(images), 100):
        optimizer.zero_grad()
        loss = torch.nn.functional.cross_entropy(logits(images[i:i + 100]), labels[i:i + 100])
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    seconds = time.perf_counter() - start
    with torch.no_grad():
        hits = int((logits(test_images).argmax(1) == test_labels).sum())
    print(json.dumps({'event': 'epoch', 'epoch': epoch, 'loss': float(np.mean(losses)), 'hits': hits, 'seconds': seconds}))
