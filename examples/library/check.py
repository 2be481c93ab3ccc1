# SPDX-License-Identifier: MIT
"""Checks a program against a policy, through libsluice by ctypes: check.py data-analysis program.py"""
import ctypes
import sys

sluice = ctypes.CDLL("libsluice.so.0")
sluice.sluice_check_text.restype = ctypes.c_void_p
sluice.sluice_check_text.argtypes = [ctypes.c_char_p, ctypes.c_char_p, ctypes.c_char_p, ctypes.c_size_t]
sluice.sluice_free.argtypes = [ctypes.c_void_p]


def check(policy: str, name: str, code: bytes) -> str:
    report = sluice.sluice_check_text(policy.encode(), name.encode(), code, len(code))
    if not report:
        raise MemoryError
    try:
        return ctypes.string_at(report).decode()
    finally:
        sluice.sluice_free(report)


policy, path = sys.argv[1:]
with open(path, "rb") as file:
    print(check(policy, path, file.read()))
