# SPDX-License-Identifier: MIT
"""Checks a program against a policy, through libsluice by ctypes: check.py data-analysis program.py"""
import ctypes
import sys

sluice = ctypes.CDLL("libsluice.so.0")
sluice.sluice_check.restype = ctypes.c_void_p
sluice.sluice_check.argtypes = [ctypes.c_char_p, ctypes.c_char_p, ctypes.c_char_p, ctypes.c_size_t]
sluice.sluice_result_json.restype = ctypes.c_char_p
for name in ("exit", "json", "free"):
    getattr(sluice, f"sluice_result_{name}").argtypes = [ctypes.c_void_p]


def check(policy: str, name: str, code: bytes) -> tuple[int, str]:
    result = sluice.sluice_check(policy.encode(), name.encode(), code, len(code))
    if not result:
        raise MemoryError
    try:
        return sluice.sluice_result_exit(result), sluice.sluice_result_json(result).decode()
    finally:
        sluice.sluice_result_free(result)


policy, path = sys.argv[1:]
with open(path, "rb") as file:
    exit_code, report = check(policy, path, file.read())
print(report)
sys.exit(exit_code)
