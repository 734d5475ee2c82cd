"""Encoding beside tiktoken, gigatoken and, for gpt2, tokenizers, with one thread each, and training beside tokenizers.

Each run is a process of its own: it opens the encoding, encodes the text with nothing in its caches ("fresh") and once
more ("warm"). The sides take turns. Ids are compared before that. Times are of the processor, but for those of two
threads beside one. MB are millions of bytes; peak memory is that of the whole process, a Python where a peer is one.
The texts: tinyshakespeare eight times over, 8 MB of Python sources, 8 MB of messages in many languages, and a letter a
million times. --data has text/tinyshakespeare.txt, gpt2/{vocab.json,merges.txt} and tokenizer/{cl100k,o200k}_base.tiktoken."""
import filecmp
import os
import shutil
import statistics
import subprocess
import sys
import tempfile

from common import BUILD, ROOT, SHARED, need, peers_python, run

TEXTS = ('shakespeare', 'python', 'multilingual', 'a')
OURS = f'{BUILD}/bench/bendml-bench-tokenizer'
PEER = f'{ROOT}/bench/tokenizer_peer.py'
VOCABULARY = '32000'


def add_options(parser):
    parser.add_argument('--data', default=SHARED)
    parser.add_argument('--texts', default=','.join(TEXTS), help='some of ' + ','.join(TEXTS))


def prepare(options, python, work):
    """The paths of the texts and of the tables, by their names."""
    shakespeare = f'{options.data}/text/tinyshakespeare.txt'
    need(shakespeare)
    # In a process of its own: the peak memory of a child is at least its parent's.
    subprocess.run([sys.executable, f'{ROOT}/bench/tokenizer_texts.py', work, shakespeare], check=True)
    tables = {'gpt2': f'{work}/gpt2.tiktoken'}
    if python:
        for name in ('vocab.json', 'merges.txt'):
            need(f'{options.data}/gpt2/{name}')
            shutil.copy(f'{options.data}/gpt2/{name}', work)
        subprocess.run([python, PEER, 'ranks', f'{work}/vocab.json', f'{work}/merges.txt', tables['gpt2']], check=True)
    for name in ('cl100k_base', 'o200k_base'):
        table = f'{options.data}/tokenizer/{name}.tiktoken'
        if os.path.exists(table):
            tables[name] = table
    return {name: f'{work}/{name}' for name in options.texts.split(',')}, tables


def sides(python, encoding, table, text):
    commands = {'bendml': [OURS, 'encode', encoding, '-' if encoding == 'gpt2' else table, text]}
    for peer in ('tiktoken', 'gigatoken') + ('tokenizers',) * (encoding == 'gpt2'):
        if python:
            commands[peer] = [python, PEER, peer, encoding, table, text]
    return commands


def check_ids(commands, work):
    for name, command in commands.items():
        run(command + [f'{work}/ids.{name}'])
    for name in commands:
        if not filecmp.cmp(f'{work}/ids.bendml', f'{work}/ids.{name}', shallow=False):
            sys.exit(f'{commands[name]}: other ids than bendml')
    return os.path.getsize(f'{work}/ids.bendml') // 4


def measure(commands, rounds):
    done = {name: {'open': [], 'fresh': [], 'warm': [], 'memory': []} for name in commands}
    for _ in range(rounds):
        for name, command in commands.items():
            events, _, memory = run(command)
            for what in ('open', 'fresh', 'warm'):
                done[name][what].append(events[0][what])
            done[name]['memory'].append(memory)
    return done


def report(title, size, done):
    print(f'\n{title}')
    print(f'  {"MB/s":10} {"fresh best":>10} {"median":>8} {"warm best":>10} {"median":>8} {"open ms":>9} {"peak MB":>8}')
    for name, d in done.items():
        rates = [size / 1e6 / f(d[what]) for what in ('fresh', 'warm') for f in (min, statistics.median)]
        print(f'  {name:10} {rates[0]:10.1f} {rates[1]:8.1f} {rates[2]:10.1f} {rates[3]:8.1f} '
              f'{1e3 * statistics.median(d["open"]):9.1f} {max(d["memory"]):8.0f}')
    for name in list(done)[1:]:
        ratios = [statistics.median(done[name][what]) / statistics.median(done['bendml'][what]) for what in ('fresh', 'warm')]
        print(f'  bendml is {ratios[0]:.2f} times as fast as {name} fresh, {ratios[1]:.2f} warm (medians)')


def bench_encoding(options, python, work, texts, tables):
    print('Encoding, one thread, by the time of the processor')
    fresh = {}
    for encoding, table in tables.items():
        for name, text in texts.items():
            size = os.path.getsize(text)
            commands = sides(python, encoding, table, text)
            tokens = check_ids(commands, work)
            same = 'ids equal' if python else 'no peers'
            done = measure(commands, options.rounds)
            report(f'{encoding}, {name}: {size:,} bytes, {tokens:,} tokens, {same}', size, done)
            fresh[encoding, name] = statistics.median(done['bendml']['fresh']) / size
        if (encoding, 'a') in fresh and (encoding, 'shakespeare') in fresh:
            print(f'  a byte of "aaa..." takes {fresh[encoding, "a"] / fresh[encoding, "shakespeare"]:.2f} times '
                  'a byte of shakespeare')


def bench_threads(texts, tables):
    print('\nA batch of parts of 64 KB, warm, by one thread and by two (best of five)')
    for encoding, table in tables.items():
        for name in (n for n in texts if n != 'a'):
            result = run([OURS, 'threads', encoding, '-' if encoding == 'gpt2' else table, texts[name]])[0][0]
            rate = os.path.getsize(texts[name]) / 1e6
            print(f'  {encoding:12} {name:12} {rate / result["one"]:8.1f} {rate / result["two"]:8.1f} MB/s: '
                  f'{result["one"] / result["two"]:.2f} times')


def bench_training(options, python, texts):
    print(f'\nTraining: a vocabulary of {VOCABULARY}, pattern of gpt2, one thread; peak memory of the whole process')
    for name in (n for n in texts if n != 'a'):
        commands = {'bendml': [OURS, 'train', VOCABULARY, texts[name]]}
        if python:
            commands['tokenizers'] = [python, PEER, 'train', VOCABULARY, texts[name]]
        done = {side: [] for side in commands}
        for _ in range(options.rounds):
            for side, command in commands.items():
                events, _, memory = run(command)
                done[side].append((events[0]['seconds'], memory, events[0]['tokens']))
        for side, runs in done.items():
            seconds = [r[0] for r in runs]
            print(f'  {name:12} {side:10} best {min(seconds):6.2f} s, median {statistics.median(seconds):6.2f} s, '
                  f'{max(r[1] for r in runs):5.0f} MB, {runs[0][2]} tokens')


def bench(options):
    python = peers_python(options)
    for name in options.texts.split(','):
        if name not in TEXTS:
            sys.exit(f'--texts: found "{name}", expected some of {",".join(TEXTS)}')
    with tempfile.TemporaryDirectory() as work:
        texts, tables = prepare(options, python, work)
        bench_encoding(options, python, work, texts, tables)
        bench_threads(texts, tables)
        bench_training(options, python, texts)
