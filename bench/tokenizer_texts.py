#!/usr/bin/env python3
"""Writes the texts of the tokenizer benchmark into DIR, the same each time on one machine:

    tokenizer_texts.py DIR tinyshakespeare.txt
shakespeare    the file eight times over
python         8 MB of the Python sources of this machine's Python, in the order of their names
multilingual   8 MB of translated messages of this machine's programs, as much of each language
a              the letter a, 1,000,000 times"""
import glob
import os
import struct
import sys
import sysconfig

SIZE = 8_000_000
MOST = 400_000  # of one language


def utf8(data):
    try:
        return data.decode()
    except UnicodeDecodeError:
        return ''


def cut(text, size=SIZE):
    """At most so many bytes of UTF-8."""
    return text.encode()[:size].decode(errors='ignore')


def python_sources():
    text = ''
    for path in sorted(glob.glob(sysconfig.get_paths()['stdlib'] + '/**/*.py', recursive=True)):
        with open(path, 'rb') as file:
            text += utf8(file.read())
        if len(text) > SIZE:
            break
    return cut(text)


def translations(path):
    """The translated messages of a .mo file (GNU gettext, 11.3)."""
    with open(path, 'rb') as file:
        data = file.read()
    order = '<' if data[:4] == b'\xde\x12\x04\x95' else '>'
    count, _, table = struct.unpack_from(order + '3I', data, 8)
    for i in range(1, count):  # 0 is about the file
        size, start = struct.unpack_from(order + '2I', data, table + 8 * i)
        yield utf8(data[start:start + size].replace(b'\0', b'\n'))


def language(folder):
    text = ''
    for path in sorted(glob.glob(folder + '/*.mo')):
        text += ''.join(message + '\n' for message in translations(path))
        if len(text) > MOST:
            break
    return text


def multilingual():
    """Of languages with little all there is, of the others so much of each that it is 8 MB or a little more."""
    texts = [language(folder) for folder in sorted(glob.glob('/usr/share/locale/*/LC_MESSAGES'))]
    share = next((n for n in range(0, MOST, 1000) if sum(len(cut(text, n).encode()) for text in texts) >= SIZE), MOST)
    return ''.join(cut(text, share) for text in texts)


folder, shakespeare = sys.argv[1:3]
with open(shakespeare) as file:
    texts = {'shakespeare': file.read() * 8, 'python': python_sources(), 'multilingual': multilingual(), 'a': 'a' * 1_000_000}
for name, text in texts.items():
    with open(os.path.join(folder, name), 'w') as out:
        out.write(text)
