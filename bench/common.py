"""What the benchmarks share."""
import json
import os
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
BUILD = os.path.join(ROOT, 'build', 'release')
SHARED = os.path.join(os.path.dirname(ROOT), 'shared', 'data')


def build():
    wanted = [f'-DBENDML_BUILD_{what}=ON' for what in ('BENCH', 'EXAMPLES', 'TOKENIZER', 'AUTODIFF')]
    subprocess.run([f'{ROOT}/scripts/build', 'release', *wanted], check=True)


def run(command, env=None):
    """Its JSON lines, wall seconds, and peak memory in MB."""
    start = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=env)
    output = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.perf_counter() - start
    if status != 0:
        sys.exit(f'{command[0]} failed')
    return [json.loads(line) for line in output.splitlines()], wall, usage.ru_maxrss / 1024


def limits(threads):
    """What the machine itself reaches."""
    return run([f'{BUILD}/bench/bendml-machine', str(threads)])[0][0]


def need(*paths):
    for path in paths:
        if not os.path.exists(path):
            sys.exit(f'{path} is not there; see --help')


def peers_python(options):
    """The Python of --peers, or None."""
    return os.path.join(options.peers, 'venv', 'bin', 'python') if options.peers else None
