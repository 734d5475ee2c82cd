"""bendml-mnist beside PyTorch: 784-128-10, the same weights, batches and updates; losses and hits must agree."""
import os
import statistics
import sys

from common import BUILD, ROOT, SHARED, limits, need, peers_python, run

PRODUCTS = 60000 * 2 * (2 * 784 * 128 + 3 * 128 * 10)  # floating-point operations of an epoch's five products


def add_options(parser):
    shared = os.path.join(SHARED, 'mnist')
    parser.add_argument('--data', default=shared)
    parser.add_argument('--init', default=os.path.join(shared, 'reference', 'init.safetensors'))
    parser.add_argument('--threads', default='1,2')


def check_agreement(ours, theirs):
    for a, b in zip(ours, theirs):
        if abs(a['loss'] - b['loss']) > 2e-4 or abs(a['hits'] - b['hits']) > 4:
            sys.exit(f'the answers differ: {a} and {b}')


def measure(name, command, rounds_done):
    events, wall, memory = run(command)
    epochs = [e for e in events if e['event'] == 'epoch']
    done = rounds_done.setdefault(name, {'epochs': [], 'seconds': [], 'rest': [], 'memory': []})
    done['epochs'] = epochs
    done['seconds'] += [e['seconds'] for e in epochs]
    done['rest'].append(wall - sum(e['seconds'] for e in epochs))
    done['memory'].append(memory)


def bench(options):
    need(options.data, options.init)
    python = peers_python(options)
    print('MNIST, 784-128-10, batch 100, 3 epochs a run; seconds an epoch of training; start and rest: loading and\n'
          'starting, and the 3 evaluations on the test set')
    for threads in [int(t) for t in options.threads.split(',')]:
        commands = {'bendml': [f'{BUILD}/examples/mnist/bendml-mnist', 'train', '--data', options.data, '--init',
                               options.init, '--threads', str(threads), '--json']}
        if python:
            commands['pytorch'] = [python, f'{ROOT}/bench/mnist_pytorch.py', options.data, options.init, str(threads), '3']
        done = {}
        machine = limits(threads)
        for _ in range(options.rounds):
            for name, command in commands.items():
                measure(name, command, done)
        report(threads, machine, done)


def report(threads, machine, done):
    print(f'\n{threads} thread{"s" * (threads > 1)}: {machine["gflops"]} GFLOP/s of multiply-adds ({machine["isa"]}), '
          f'{machine["read_gb_per_s"]} GB/s of reads')
    print(f'  {"":8} {"min s":>7} {"median s":>9} {"GFLOP/s":>8} {"of peak":>8} {"start and rest s":>17} {"peak MB":>8}')
    for name, d in done.items():
        median = statistics.median(d['seconds'])
        rate = PRODUCTS / median / 1e9
        print(f'  {name:8} {min(d["seconds"]):7.3f} {median:9.3f} {rate:8.1f} {rate / machine["gflops"]:8.0%} '
              f'{statistics.median(d["rest"]):17.2f} {max(d["memory"]):8.0f}')
    if 'pytorch' in done:
        check_agreement(done['bendml']['epochs'], done['pytorch']['epochs'])
        ours, theirs = done['bendml']['seconds'], done['pytorch']['seconds']
        print(f'  bendml / pytorch: {min(ours) / min(theirs):.2f} of the least, '
              f'{statistics.median(ours) / statistics.median(theirs):.2f} of the median; losses and hits agree')
