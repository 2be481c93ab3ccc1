# temporary files, archives, copies and databases -- ok
# with: guard modules=tempfile,os,zipfile,shutil,sqlite3,csv,gzip,tarfile,pathlib,json results=*.csv,*.zip,*.db,*.gz,*.tar,kept/*
import csv
import gzip
import json
import os
import pathlib
import shutil
import sqlite3
import tarfile
import tempfile
import zipfile

with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "a.txt")
    pathlib.Path(path).write_text("x")
    with zipfile.ZipFile("a.zip", "w") as z:
        z.write(path, "a.txt")
        z.writestr("b.txt", "y")
with tempfile.NamedTemporaryFile("w+", suffix=".csv") as f:
    csv.writer(f).writerow([1, 2])
    f.seek(0)
    assert f.read() == "1,2\n"
with tempfile.NamedTemporaryFile("w", suffix=".csv", dir=".", delete=False) as f:
    f.write("x")
os.replace(f.name, "moved.csv")
with tempfile.TemporaryFile() as f, tempfile.SpooledTemporaryFile(10) as g:
    f.write(b"x")
    g.write(b"x" * 20)
with zipfile.ZipFile("a.zip") as z:
    assert z.namelist() == ["a.txt", "b.txt"]
    z.extractall("kept")
shutil.copy("input.csv", "copy.csv")
shutil.copy2("input.csv", "copy2.csv")
shutil.move("copy2.csv", "copy3.csv")
shutil.copytree("kept", "/tmp/kept")
shutil.rmtree("/tmp/kept")
shutil.make_archive("b", "zip", "kept")
with gzip.open("a.gz", "wt") as f:
    f.write("z")
with tarfile.open("a.tar", "w") as t:
    t.add("copy.csv")
memory = sqlite3.connect(":memory:")
memory.execute("create table t (x)")
with sqlite3.connect("a.db") as kept:
    kept.execute("create table t (x)")
    kept.executemany("insert into t values (?)", [(1,), (2,)])
kept.close()
again = sqlite3.connect("file:a.db?mode=ro", uri=True)
assert again.execute("select sum(x) from t").fetchone() == (3,)
os.remove("moved.csv")
pathlib.Path("copy3.csv").unlink()
pathlib.Path("deep/er").mkdir(parents=True)
os.removedirs("deep/er")
os.chmod("copy.csv", 0o600)
print("contained", sorted(os.listdir(".")), json.dumps([str(p) for p in sorted(pathlib.Path(".").rglob("*.txt"))]))
