# SPDX-License-Identifier: MIT
"""embed_modules.py OUT: the modules that CPython reads from files at each start, as C (guest/python.c): frozen into sluice-python they
cost a box no walk through folders. By the interpreter whose core it has."""
import marshal
import sys
import sysconfig

MODULES = {"encodings": "encodings/__init__.py", "encodings.aliases": "encodings/aliases.py", "encodings.utf_8": "encodings/utf_8.py"}


def main(out):
    with open(out, "w", encoding="utf-8") as file:
        file.write('/* Made by embed_modules.py. */\n#include "python.h"\n\n')
        for number, (name, path) in enumerate(MODULES.items()):
            with open(f"{sysconfig.get_path('stdlib')}/{path}", encoding="utf-8") as source:
                code = compile(source.read(), f"<frozen {name}>", "exec", dont_inherit=True, optimize=0)
            text = ",".join(map(str, marshal.dumps(code)))
            file.write(f"static const unsigned char module_{number}[] = {{{text}}};\n")
        file.write("\nconst struct _frozen frozen_modules[] = {\n")
        for number, (name, path) in enumerate(MODULES.items()):
            file.write(f'\t{{.name = "{name}", .code = module_{number}, .size = sizeof(module_{number}), .is_package = '
                       f"{int(path.endswith('__init__.py'))}}},\n")
        file.write("\t{.name = NULL},\n};\n")


main(sys.argv[1])
