"""Compares a program that hashes padded blocks with Python's SHA-256.

compare.py NAME WORD...: runs WORD... with the constants from SHA256+Compression.swift, the examples
of FIPS 180-4 and messages of all lengths up to some blocks, and compares. Exit code 1: a digest is
wrong, or the processor does not have the instructions.
"""

import hashlib
import pathlib
import re
import struct
import subprocess
import sys

SWIFT = pathlib.Path(__file__).parents[2] / "Sources/RouteStore/Format/SHA256+Compression.swift"


def constants():
    """The eight first words and the 64 round constants, as the library has them."""
    words = [int(word.replace("_", ""), 16) for word in re.findall(r"0x(\w{4}_\w{4})", SWIFT.read_text())]
    assert len(words) == 72, f"{SWIFT.name} has {len(words)} constants"
    return struct.pack("<72I", *words)


def padded(message):
    """FIPS 180-4, section 5.1.1."""
    rest = -(len(message) + 9) % 64
    return message + b"\x80" + b"\0" * rest + struct.pack(">Q", len(message) * 8)


def messages():
    """The standard's examples, then every length up to four blocks, then two long ones."""
    yield from [b"", b"abc", b"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", b"a" * 1_000_000]
    for length in range(256):
        yield bytes(index * 37 + length & 255 for index in range(length))
    yield from [bytes(range(256)) * 40, bytes(range(255, -1, -1)) * 41]


def main(name, words):
    all_messages = list(messages())
    fed = constants()
    for message in all_messages:
        blocks = padded(message)
        fed += struct.pack("<I", len(blocks) // 64) + blocks
    said = subprocess.run(words, input=fed, stdout=subprocess.PIPE, check=True).stdout.decode().split()
    if said[0] == "absent":
        print(f"{name}: this processor has no such instructions")
        return 1
    expected = [hashlib.sha256(message).hexdigest() for message in all_messages]
    wrong = [len(message) for message, own, other in zip(all_messages, said[1:], expected) if own != other]
    if wrong or len(said) != len(expected) + 1:
        print(f"{name}: WRONG for {len(wrong)} of {len(expected)} messages, of lengths {wrong[:10]}")
        return 1
    print(f"{name}: the digests of {len(expected)} messages are right")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
