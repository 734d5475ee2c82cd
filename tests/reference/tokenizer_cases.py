#!/usr/bin/env python3
"""Writes tests/data/tokenizer: GPT-2's part of what tiktoken 0.14.0 said of the shared texts.

  tests/reference/tokenizer_cases.py SHARED/data/tokenizer

gpt2_cases.txt has a line for each text: its base64 ("-" if it is empty), then its ids.
gpt2_codepoints.txt has one for each 4096 code points: the first, then a SHA-256 of ids, see its head.
"""
import json
import os
import sys

source = sys.argv[1]
target = os.path.join(os.path.dirname(__file__), "..", "data", "tokenizer")

with open(f"{source}/cases.jsonl") as cases, open(f"{target}/gpt2_cases.txt", "w") as out:
    for line in cases:
        case = json.loads(line)
        print(case["text_base64"] or "-", *case["gpt2"], file=out)

with open(f"{source}/codepoints.txt") as blocks, open(f"{target}/gpt2_codepoints.txt", "w") as out:
    for line in blocks:
        if line.startswith("# block_start"):
            line = "# block_start gpt2   (tiktoken 0.14.0)\n"
        elif not line.startswith("#"):
            line = " ".join(line.split()[:2]) + "\n"
        out.write(line)
