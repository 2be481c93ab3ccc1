#!/usr/bin/python3.11
# SPDX-License-Identifier: MIT
"""Reads packs: text files that hold many small programs, each behind a line that names it.

    packs.py FOLDER [PACKS FOLDER ...]     writes every program of the corpora, or of these packs, as a file below FOLDER

A pack is all of FOLDER/*.txt; the name before the first dot is its class. In it stands, for each program,

    === NAME.py: FACTS

and then the program, up to an empty line before the next such line, or the end. What the facts mean is the corpus's affair. With
`=== NAME.py escaped: FACTS` the program's bytes are written so:

    \\\\          a backslash
    \\xNN        the byte NN
    \\ at the end of a line: the line goes on, without a line feed
    \\for(FIRST LAST "TEXT" "BETWEEN")    TEXT, a JSON text, for each number, which stands for its #; BETWEEN stands between two
"""
import atexit
import functools
import hashlib
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
from typing import NamedTuple

HERE = pathlib.Path(__file__).resolve().parent
USUAL, VERSION = "3.11", "%d.%d" % sys.version_info[:2]  # of the interpreter that programs name, and of this one
PYTHON = "python" + VERSION
PROVED = HERE / "proved.txt"  # keys of proof(), a line each: what was tried and found as it says on a machine of whoever changed it
MARK = ".unpacked"  # in a folder that main() may empty
CORPORA = ("evasions", "benign", "nearmiss", "oracle/holes")
HEAD = re.compile(rb"^=== (?P<name>[a-z0-9_]+\.py)(?P<escaped> escaped)?:(?: (?P<facts>[^\n]+))?\n", re.MULTILINE)
ESCAPE = re.compile(rb'\\(?:\\|\n|x(?P<hex>[0-9a-f]{2})|for\((?P<first>\d+) (?P<last>\d+) (?P<text>"[^"]*") (?P<between>"[^"]*")\))')
CLAIM = re.compile(rb"#[^\n]*?(?:reaches|harmless): (?P<claim>[^\n]*)")
PROOF = re.compile(r'(?P<kind>[a-z]+)(?P<members>(?: [a-z]+="(?:[^"\\]|\\.)*")*)')
MEMBER = re.compile(r'([a-z]+)=("(?:[^"\\]|\\.)*")')


class Program(NamedTuple):
    """One program: its class, its file's name, the facts of its line, its bytes, and the pack where it stands."""

    group: str
    name: str
    facts: str
    source: bytes
    pack: pathlib.Path

    @property
    def claim(self):
        """What the program's own first line says, or None."""
        found = CLAIM.match(self.source)
        return found["claim"].decode("utf-8", "replace") if found else None


def _plain(found):
    if found["hex"]:
        return bytes.fromhex(found["hex"].decode())
    if found["text"]:
        text, between = json.loads(found["text"]), json.loads(found["between"])
        numbers = range(int(found["first"]), int(found["last"]) + 1)
        return between.join(text.replace("#", str(number)) for number in numbers).encode()
    return b"\\" if found[0] == b"\\\\" else b""


def _unescaped(text, where):
    if b"\\" in ESCAPE.sub(b"", text):
        raise SystemExit(f"{where}: a backslash that escapes nothing; write it twice")
    return ESCAPE.sub(_plain, text)


def _programs(pack):
    text = pack.read_bytes().replace(b"python3.11", PYTHON.encode()).replace(b"cpython-311", b"cpython-3%d" % sys.version_info[1])
    heads = list(HEAD.finditer(text))
    if not heads or heads[0].start() or len(heads) != len(re.findall(rb"^===", text, re.MULTILINE)):
        raise SystemExit(f"{pack}: a line that begins with === is no '=== NAME.py: FACTS'")
    ends = [head.start() - 1 for head in heads[1:]] + [len(text)]
    for head, end in zip(heads, ends):
        name, source = head["name"].decode(), text[head.end() : end]
        if end < len(text) and text[end - 1 : end + 1] != b"\n\n":
            raise SystemExit(f"{pack}: no empty line behind {name}")
        source = _unescaped(source, f"{pack}: {name}") if head["escaped"] else source
        yield Program(pack.name.split(".")[0], name, (head["facts"] or b"").decode(), source, pack)


def read(folder):
    """The programs of a folder of packs, sorted; no name may stand there twice in a class."""
    found = sorted(program for pack in pathlib.Path(folder).glob("*.txt") for program in _programs(pack))
    names = [(program.group, program.name) for program in found]
    twice = sorted({name for name, after in zip(names, names[1:]) if name == after})
    if twice or not found:
        raise SystemExit(f"{folder}: {f'{twice[0][1]} stands there twice' if twice else 'no pack is there'}")
    return found


def _proofs(text):
    out = []
    for proof in text.split("; "):
        found = PROOF.fullmatch(proof)
        if not found:
            raise SystemExit(f"'{proof}' is no proof; tests/corpus/README.md has their form")
        out.append({"kind": found["kind"], **{name: json.loads(value) for name, value in MEMBER.findall(found["members"])}})
    return out


def evasions():
    """What stands behind each evasion's name: `CAPABILITY [PROOF; ...]`, and its claim where its own first line has none."""
    out = []
    for program in read(HERE / "evasions"):
        found = re.fullmatch(r"([a-z-]+) \[(.*?)\](?: claims: (.*))?", program.facts)
        if not found or (found[3] is None) == (program.claim is None):
            raise SystemExit(f"{program.pack}: {program.name}: not 'CAPABILITY [PROOF]' with one claim, here or in the program")
        out.append({"file": f"{program.group}/{program.name}", "class": program.group, "capability": found[1],
                    "claim": found[3] or program.claim, "proof": _proofs(found[2]), "source": program.source})
    return out


def nearmisses():
    """Behind a near miss's name stands what it prints, as JSON; the class is what looks dangerous."""
    return [{"file": program.name, "kind": program.group, "claim": program.claim, "prints": json.loads(program.facts),
             "source": program.source} for program in read(HERE / "nearmiss")]


def _digests(program):
    usual, *others = program.facts.split()
    return {"": usual, **dict(other.split("=") for other in others)}


def benign():
    """Behind a benign program's name stands the SHA-256 of what it prints, and `3.13=SHA-256` where that Python or its libraries print
    something else (`3.13=fails`: they have what it uses no more): {file: digest} of this Python, without those that fail."""
    found = {p.name: _digests(p) for p in read(HERE / "benign")}
    found = {name: digests.get(VERSION, digests[""]) for name, digests in found.items()}
    return {name: digest for name, digest in found.items() if digest != "fails"}


def recorded(digests):
    """What is to stand there when this Python prints this: {file: facts}."""
    out = {}
    for program in read(HERE / "benign"):
        known = _digests(program)
        known["" if VERSION == USUAL else VERSION] = digests.get(program.name, "fails")
        usual = known.pop("")
        out[program.name] = " ".join([usual, *(f"{version}={digest}" for version, digest in sorted(known.items()) if digest != usual)])
    return out


def note(folder, facts):
    """Writes other facts behind the names of programs: {name: facts}."""
    for pack in pathlib.Path(folder).glob("*.txt"):
        pack.write_bytes(HEAD.sub(lambda head: b"=== %s%s: %s\n" % (head["name"], head["escaped"] or b"", facts[head["name"].decode()].encode()),
                                  pack.read_bytes()))


def unpack(folder, into):
    """Writes the programs as files; those of the evasions into a folder a class."""
    for program in read(folder):
        place = pathlib.Path(into) / program.group if pathlib.Path(folder).name == "evasions" else pathlib.Path(into)
        place.mkdir(parents=True, exist_ok=True)
        with (place / program.name).open("xb") as file:  # one of that name in another class is an error
            file.write(program.source)


@functools.cache
def files(corpus):
    """A folder with one file a program, which goes with this process."""
    place = pathlib.Path(tempfile.mkdtemp(prefix="sluice-corpus-"))
    atexit.register(shutil.rmtree, place, ignore_errors=True)
    unpack(HERE / corpus, place / corpus)
    return place / corpus


def proof(about, *folders):
    """What decides whether programs do what is said of them: they, their inputs, the code of this folder that is loaded, the interpreter
    and its libraries; the gate is not among them."""
    ask = "import sys, numpy, pandas, matplotlib as m; print(sys.version, numpy.__version__, pandas.__version__, m.__version__)"
    lines = [about, subprocess.run([f"/usr/bin/{PYTHON}", "-I", "-c", ask], capture_output=True, text=True, check=False).stdout]
    loaded = {pathlib.Path(module.__file__).resolve() for module in sys.modules.values() if getattr(module, "__file__", None)}
    for file in sorted([*(file for file in loaded if file.parent == HERE), *(file for folder in folders for file in (HERE / folder).rglob("*"))]):
        if file.is_file() and file.parent.name != "__pycache__":
            lines.append(f"{file.relative_to(HERE)} {hashlib.sha256(file.read_bytes()).hexdigest()}")
    return hashlib.sha256("\n".join(lines).encode()).hexdigest() + "\n"


def is_proved(stamp, key):
    """By this build folder before, or by whoever changed the programs, who adds the key to PROVED."""
    place = next((place for place in (stamp, PROVED) if place.is_file() and key in place.read_text().splitlines(True)), None)
    if place:
        print(f"proved before, and unchanged since: {key.strip()} in {place}; without --stamp it is proved again")
    return place is not None


def main():
    if len(sys.argv) < 2 or len(sys.argv) % 2:
        raise SystemExit(__doc__)
    into = pathlib.Path(sys.argv[1])
    if into.exists() and not (into / MARK).is_file():
        raise SystemExit(f"{into} is there and was not made by this program; name another folder")
    shutil.rmtree(into, ignore_errors=True)
    into.mkdir(parents=True)
    (into / MARK).touch()
    for corpus in CORPORA:
        unpack(HERE / corpus, into / corpus)
    for packs, folder in zip(sys.argv[2::2], sys.argv[3::2]):
        unpack(packs, into / folder)


if __name__ == "__main__":
    main()
