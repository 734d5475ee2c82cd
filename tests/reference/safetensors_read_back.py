#!/usr/bin/env python3
"""Reads with the reference implementation what test_tensor_array_safetensors_write leaves behind.

    python3 tests/reference/safetensors_read_back.py BUILD/tests/tensor_array/for_reference.safetensors

Needs torch and safetensors (run with torch 2.13.0 and safetensors 0.8.0). Not part of the tests.
"""
import sys

import torch
from safetensors import safe_open
from safetensors.torch import load_file

path = sys.argv[1]
whole = (torch.arange(40 * 33, dtype=torch.float32) / torch.tensor(7.0) - 90).reshape(40, 33)
view = whole[2:13, 5:12]
expected = {
    "view.f16": view.half(), "vector": whole[3], 'größe "\\\t': whole,
    "view.bf16": view.bfloat16(), "empty": torch.zeros(0, 9), "a.whole": whole,
}
found = load_file(path)
assert found.keys() == expected.keys(), found.keys()
for name, tensor in expected.items():
    assert found[name].dtype == tensor.dtype and found[name].shape == tensor.shape, name
    assert torch.equal(found[name], tensor), name
with safe_open(path, framework="pt") as file:
    assert file.metadata() == {"by": "bendml", "\x01": "€"}, file.metadata()
    for name, tensor in expected.items():
        assert torch.equal(file.get_tensor(name), tensor), name
print(f"{path}: {len(expected)} tensors as expected")
