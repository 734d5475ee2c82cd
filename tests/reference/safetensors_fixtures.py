#!/usr/bin/env python3
"""Makes tests/data/safetensors/*.safetensors with the reference implementation.

    python3 tests/reference/safetensors_fixtures.py tests/data/safetensors

Needs torch and safetensors (made with torch 2.13.0 and safetensors 0.8.0). What the reference
cannot be made to write (headers in another order, data that is not aligned) is put together here
and read back by it before it is kept.
"""
import json
import pathlib
import struct
import sys

import torch
from safetensors.torch import load, save_file

folder = pathlib.Path(sys.argv[1])
folder.mkdir(parents=True, exist_ok=True)


def bits(values, dtype):
    signed = [v - (1 << 16) if v >> 15 else v for v in values]
    return torch.tensor(signed, dtype=torch.int16).view(dtype)


def bits32(values):
    signed = [v - (1 << 32) if v >> 31 else v for v in values]
    return torch.tensor(signed, dtype=torch.int32).view(torch.float32)


def by_hand(name, header, data):
    """A file with this header's very bytes; the reference must read it."""
    content = struct.pack("<Q", len(header)) + header + data
    tensors = load(content)
    (folder / name).write_bytes(content)
    return tensors


# Halves: signed zeros, subnormals, the normal range's ends, infinities, NaNs; and all exponents.
f16 = [0x0000, 0x8000, 0x0001, 0x8001, 0x03ff, 0x0400, 0x3c00, 0xbc00, 0x3555, 0x7bff, 0xfbff,
       0x7c00, 0xfc00, 0x7e00, 0xfe01] + [e << 10 | 0x155 for e in range(31)]
bf16 = [0x0000, 0x8000, 0x0001, 0x8001, 0x007f, 0x0080, 0x3f80, 0xbf80, 0x3eab, 0x7f7f, 0xff7f,
        0x7f80, 0xff80, 0x7fc0, 0xffc1] + [e << 7 | 0x2a for e in range(0, 255, 8)]
a, b = bits(f16, torch.float16), bits(bf16, torch.bfloat16)

# To be narrowed: ties both ways, just off a tie, the least subnormals' halves, overflow.
narrow = [0x00000000, 0x80000000, 0x3f800000, 0x3f801000, 0x3f801001, 0x3f800fff, 0x3f803000,
          0x3f808000, 0x3f808001, 0x3f807fff, 0x3f818000, 0x477fe000, 0x477fefff, 0x477ff000,
          0xc77ff000, 0x47800000, 0x7f7fffff, 0x7f7f7fff, 0x7f7f8000, 0x7f800000, 0xff800000,
          0x38800000, 0x387fffff, 0x387fe000, 0x387ff000, 0x387fefff, 0x33800000, 0x33000000,
          0x33000001, 0xb3000001, 0x32ffffff, 0x33c00000, 0x33bfffff, 0x34200000, 0x00000001,
          0x007fffff, 0x00800000, 0x00008000, 0x00018000, 0x3eaaaaab, 0xc2f6e979]
n = bits32(narrow)
save_file({
    "f16": a, "f16.widened": a.float(),
    "bf16": b, "bf16.widened": b.float(),
    "narrow": n, "narrow.f16": n.half(), "narrow.bf16": n.bfloat16(),
}, folder / "floats.safetensors")

# Every dtype that is known, ranks 0 to 4, empty tensors, metadata, names that need escapes.
save_file({
    "matrix": torch.arange(12, dtype=torch.float32).reshape(3, 4) / 8,
    "vector": torch.arange(5, dtype=torch.float32) - 2,
    "scalar": torch.tensor(2.5),
    "empty": torch.zeros(0, 7),
    "rank4": torch.arange(24, dtype=torch.float32).reshape(1, 2, 3, 4),
    "f64": torch.tensor([0.1], dtype=torch.float64),
    "i64": torch.tensor([-1], dtype=torch.int64),
    "i32": torch.tensor([-2], dtype=torch.int32),
    "i16": torch.tensor([-3], dtype=torch.int16),
    "i8": torch.tensor([-4], dtype=torch.int8),
    "u64": torch.tensor([5], dtype=torch.uint64),
    "u32": torch.tensor([6], dtype=torch.uint32),
    "u16": torch.tensor([7], dtype=torch.uint16),
    "u8": torch.tensor([8], dtype=torch.uint8),
    "bool": torch.tensor([True, False]),
    'say "größe"\\\n\u20ac\U0001f600': torch.tensor([1.0]),
}, folder / "kinds.safetensors", metadata={"format": "pt", "note": 'line\n"two"', "": "empty key"})

# Data at an odd address, 16-bit before 32-bit, and no padding.
header = (b'{"half":{"dtype":"F16","shape":[3],"data_offsets":[0,6]},'
          b'"single":{"dtype":"F32","shape":[2,2],"data_offsets":[6,22]}}')
header += b" " * ((len(header) + 8) % 2 == 0)
data = torch.tensor([1.5, -2, 0.25]).half().numpy().tobytes()
data += torch.tensor([[1.0, 2], [3, 4]]).numpy().tobytes()
read = by_hand("unaligned.safetensors", header, data)
assert read["half"].tolist() == [1.5, -2, 0.25] and read["single"].tolist() == [[1, 2], [3, 4]]

# The header in another order than the data, fields too, escapes for all that is not ASCII.
names = ["a/b", "größe", "\U0001f600", 'q"\\']
places = {name: [4 * i, 4 * i + 4] for i, name in enumerate(names)}
fields = {name: {"data_offsets": places[name], "shape": [1, 1], "dtype": "F32"}
          for name in reversed(names)}
text = json.dumps(fields, indent=1, ensure_ascii=True).replace("a/b", "a\\/b")
read = by_hand("order.safetensors", text.encode() + b"   ", struct.pack("<4f", 1, 2, 3, 4))
assert [read[name].item() for name in names] == [1, 2, 3, 4]
