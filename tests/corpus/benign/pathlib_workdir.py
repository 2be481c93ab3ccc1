from pathlib import Path

OUT = Path("results")
OUT.mkdir(exist_ok=True)
path = OUT / "summary.txt"
path.write_text("line one\nline two\n", encoding="utf-8")
print(path.name, path.stem, path.suffix, path.parent, path.exists(), path.is_file())
for i, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
    print(i, line)
csv = path.with_suffix(".csv")
with csv.open("w", newline="") as f:
    f.write("a,b\n1,2\n")
print(sorted(p.name for p in OUT.glob("*.*")))
print(sum(p.stat().st_size for p in OUT.iterdir()))
