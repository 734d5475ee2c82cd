#!/usr/bin/env python3
"""A peer's side of the tokenizer benchmark, with one thread; prints what bendml-bench-tokenizer prints.

    tokenizer_peer.py tiktoken|gigatoken|tokenizers ENCODING NAME.tiktoken TEXT [IDS]
    tokenizer_peer.py train SIZE TEXT                      tokenizers' trainer with the pattern of gpt2
    tokenizer_peer.py ranks vocab.json merges.txt gpt2.tiktoken
The last writes the table of gpt2 in the form of the others; tokenizers reads vocab.json and merges.txt beside it.
Each gets the text in the form that it takes fastest: str, or bytes for gigatoken."""
import base64
import json
import os
import sys
import time

os.environ |= {'RAYON_NUM_THREADS': '1', 'TOKENIZERS_PARALLELISM': 'false'}


def open_tiktoken(name, table):
    import tiktoken
    from tiktoken.load import load_tiktoken_bpe
    from tiktoken_ext import openai_public
    openai_public.load_tiktoken_bpe = lambda *_, **__: load_tiktoken_bpe(table)
    openai_public.data_gym_to_mergeable_bpe_ranks = lambda **_: load_tiktoken_bpe(table)
    return tiktoken.Encoding(**getattr(openai_public, name)()).encode_ordinary


def open_gigatoken(name, table):
    import gigatoken
    patterns = {'gpt2': 'gpt2', 'cl100k_base': 'cl100k', 'o200k_base': 'o200k'}
    return gigatoken.Tokenizer.from_tiktoken(table, patterns[name], {}).encode


def open_tokenizers(name, table):
    from tokenizers import Tokenizer, models, pre_tokenizers
    folder = os.path.dirname(table)
    made = Tokenizer(models.BPE.from_file(f'{folder}/vocab.json', f'{folder}/merges.txt'))
    made.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    return lambda text: made.encode_batch_fast([text])[0].ids


def encode(peer, name, table, path, ids_path=None):
    with open(path, 'rb') as file:
        text = file.read()
    text = text if peer == 'gigatoken' else text.decode()
    start = time.process_time()
    run = globals()['open_' + peer](name, table)
    times, count = [time.process_time() - start], 0
    for _ in range(2):
        start = time.process_time()
        ids = run(text)
        times.append(time.process_time() - start)
        count = len(ids)
        if ids_path:
            import numpy
            numpy.array(ids, numpy.uint32).tofile(ids_path)
        del ids
    print(json.dumps(dict(zip(('open', 'fresh', 'warm'), times)) | {'tokens': count}))


def train(size, path):
    from tokenizers import Tokenizer, models, pre_tokenizers, trainers
    made = Tokenizer(models.BPE())
    made.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    trainer = trainers.BpeTrainer(vocab_size=int(size), initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
                                  min_frequency=2, show_progress=False)
    start = time.process_time()
    made.train([path], trainer)
    print(json.dumps({'seconds': time.process_time() - start, 'tokens': made.get_vocab_size()}))


def ranks(vocab, merges, out):
    from tiktoken.load import data_gym_to_mergeable_bpe_ranks
    with open(out, 'wb') as file:
        for token, rank in data_gym_to_mergeable_bpe_ranks(merges, vocab).items():
            file.write(base64.b64encode(token) + b' %d\n' % rank)


if sys.argv[1] in ('train', 'ranks'):
    globals()[sys.argv[1]](*sys.argv[2:])
else:
    encode(*sys.argv[1:])
