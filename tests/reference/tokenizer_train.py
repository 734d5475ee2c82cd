#!/usr/bin/env python3
"""Makes tests/data/tokenizer/train_words.txt, train_merges.txt: what Hugging Face's trainer learns from a made-up text.

    tokenizer_train.py tests/data/tokenizer       needs: tokenizers
train_words.txt: a word and a count in each line; the text is each word with a space before it, so often, in this order.
train_merges.txt: the merges.txt of its byte-level BPE, which ends before the first step where two pairs are equally
frequent: there Hugging Face takes the lowest ids, and libbendml what is seen first. No word has a letter twice in a row,
as Hugging Face counts "aaa" as two pairs.
"""
import collections, os, random, sys
from tokenizers import Tokenizer, models, pre_tokenizers, trainers

out = sys.argv[1]
rng = random.Random(4)


def word():
    while True:
        w = ''.join(rng.choices('abcdefgh', k=rng.randint(2, 7)))
        if all(x != y for x, y in zip(w, w[1:])):
            return w


words = {}
while len(words) < 500:
    words.setdefault(word(), rng.randint(1, 999))


def steps_without_a_tie():
    table = [(list(' ' + w), count) for w, count in words.items()]
    for step in range(10**6):
        pairs = collections.Counter()
        for tokens, count in table:
            for pair in zip(tokens, tokens[1:]):
                pairs[pair] += count
        (best, most), (second, next_most) = pairs.most_common(2)
        if most == next_most or best[0] == best[1]:
            return step
        for tokens, _ in table:
            i = 0
            while i + 1 < len(tokens):
                if (tokens[i], tokens[i + 1]) == best:
                    tokens[i:i + 2] = [tokens[i] + tokens[i + 1]]
                i += 1


steps = steps_without_a_tie()
tokenizer = Tokenizer(models.BPE())
tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
trainer = trainers.BpeTrainer(vocab_size=256 + steps, show_progress=False,
                              initial_alphabet=pre_tokenizers.ByteLevel.alphabet())
tokenizer.train_from_iterator([''.join((' ' + w) * count for w, count in words.items())], trainer)
with open(f'{out}/train_words.txt', 'w') as f:
    f.writelines(f'{w} {count}\n' for w, count in words.items())
tokenizer.model.save(out)
os.remove(f'{out}/vocab.json')
os.rename(f'{out}/merges.txt', f'{out}/train_merges.txt')
print(steps, 'steps')
