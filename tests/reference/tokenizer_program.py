#!/usr/bin/env python3
"""Makes tests/data/tokenizer_program/expected.txt: what tiktoken says of a handful of texts.

    tokenizer_program.py SHARED/data tests/data/tokenizer_program       needs: tiktoken 0.14
A line for each text and encoding, its fields apart by tabs: the encoding; "allow" where special tokens become their ids,
else "text"; the text in the escapes of printf's %b; the ids. gpt2's table is SHARED/data/gpt2/{vocab.json,merges.txt}.
"""
import sys
import tiktoken
from tiktoken.load import data_gym_to_mergeable_bpe_ranks, load_tiktoken_bpe
from tiktoken_ext import openai_public

TEXTS = (b'Hello, world!', b' ', b'\n\n  x', b"it's 12345 o'clock, I'LL go", 'Grüße aus Köln: 你好, мир 👩‍👩‍👧'.encode(),
         b'NUL\0 and \xff\xfe bytes', b'<|endoftext|>one<|endoftext|>', b'int main(void) {\n    return 0;\n}\n', b'a' * 40)
shared, out = sys.argv[1:3]


def encoding(name):
    """tiktoken's own, with the table read from here."""
    def from_here(url, *_, **__):
        return load_tiktoken_bpe(f'{shared}/tokenizer/{name}.tiktoken')

    openai_public.load_tiktoken_bpe = from_here
    openai_public.data_gym_to_mergeable_bpe_ranks = lambda **_: data_gym_to_mergeable_bpe_ranks(
        f'{shared}/gpt2/merges.txt', f'{shared}/gpt2/vocab.json')
    return tiktoken.Encoding(**getattr(openai_public, name)())


def escaped(text):
    return ''.join(chr(b) if 32 <= b < 127 and b != 92 else f'\\0{b:03o}' for b in text)


def ids_of(enc, text, allow):
    if allow:
        return enc.encode(text.decode(), allowed_special='all')
    return enc._encode_bytes(text)


with open(f'{out}/expected.txt', 'w') as lines:
    for name in ('gpt2', 'cl100k_base', 'o200k_base'):
        enc = encoding(name)
        for text in TEXTS:
            for special in ('text', 'allow') if b'<|' in text else ('text',):
                print(name, special, escaped(text), ' '.join(map(str, ids_of(enc, text, special == 'allow'))), sep='\t', file=lines)
