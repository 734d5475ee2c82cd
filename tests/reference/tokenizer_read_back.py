#!/usr/bin/env python3
"""Whether tiktoken and Hugging Face tokenizers read what this library saves, and then agree with it.

  tests/reference/tokenizer_read_back.py build/dev/tests/tokenizer/save_all SHARED/data/tokenizer

Needs tiktoken and tokenizers. The texts are those of cases.jsonl, whose ids are tiktoken's own.
Hugging Face's encoder takes special tokens in any text, so texts that have one are left out there.
"""
import base64
import json
import subprocess
import sys
import tempfile

import tiktoken
import tokenizers
import tiktoken_ext.openai_public as public

PATTERNS = {"gpt2": public.r50k_pat_str}


def pattern_of(name):
    """The pattern in tiktoken's own definition, whose table it would download."""
    if name not in PATTERNS:
        load, public.load_tiktoken_bpe = public.load_tiktoken_bpe, lambda *a, **k: {}
        PATTERNS[name] = getattr(public, name)()["pat_str"]
        public.load_tiktoken_bpe = load
    return PATTERNS[name]


def read_ranks(path):
    with open(path, "rb") as file:
        return {base64.b64decode(token): int(rank) for token, rank in map(bytes.split, file)}


def check(name, program, shared, cases):
    table = "-" if name == "gpt2" else f"{shared}/{name}.tiktoken"
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([program, name, table, folder], check=True)
        readers = {
            "tiktoken, rank file": tiktoken.Encoding(
                name, pat_str=pattern_of(name), mergeable_ranks=read_ranks(f"{folder}/ranks.tiktoken"),
                special_tokens={}).encode_ordinary,
            "tokenizers, tokenizer.json": (
                lambda t: lambda text: t.encode(text).ids)(tokenizers.Tokenizer.from_file(f"{folder}/tokenizer.json")),
        }
        if name == "gpt2":
            model = tokenizers.models.BPE.from_file(f"{folder}/vocab.json", f"{folder}/merges.txt")
            merges = tokenizers.Tokenizer(model)
            merges.pre_tokenizer = tokenizers.pre_tokenizers.ByteLevel(add_prefix_space=False)
            readers["tokenizers, vocab.json and merges.txt"] = lambda text: merges.encode(text).ids
    wrong = 0
    for reader, encode in readers.items():
        for text, ids in cases:
            if "<|" in text and "rank file" not in reader:
                continue
            if encode(text) != ids[name]:
                wrong += 1
                print(f"{name}, {reader}: {text[:60]!r} differs")
        print(f"{name}: read by {reader}")
    return wrong


def main():
    program, shared = sys.argv[1:]
    cases = []
    with open(f"{shared}/cases.jsonl") as file:
        for case in map(json.loads, file):
            cases.append((base64.b64decode(case["text_base64"]).decode(), case))
    wrong = sum(check(name, program, shared, cases) for name in ("gpt2", "cl100k_base", "o200k_base"))
    sys.exit(wrong != 0)


main()
