#!/usr/bin/env python3
"""Makes examples/mnist/data: the first 5,000 training and 1,000 test images of MNIST, as IDX files.

    mnist_subset.py MNIST_DIR OUT_DIR       the full set's four .gz files in, four .gz files out; needs nothing else
"""
import gzip, hashlib, sys

source, out = sys.argv[1:3]
for name, count in (('train', 5000), ('t10k', 1000)):
    for kind, header, size in (('images-idx3', 16, 784), ('labels-idx1', 8, 1)):
        file = f'{name}-{kind}-ubyte.gz'
        raw = gzip.open(f'{source}/{file}').read()
        raw = raw[:4] + count.to_bytes(4, 'big') + raw[8:header + count * size]
        with open(f'{out}/{file}', 'wb') as f:
            f.write(gzip.compress(raw, 9, mtime=0))
        print(hashlib.sha256(raw).hexdigest(), file[:-3])
