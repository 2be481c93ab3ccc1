# harmless questions about paths are no violation -- ok
# with: guard modules=os,glob,pathlib nofiles
import glob
import os
import pathlib

answers = [
    os.path.exists("/etc/passwd"),
    os.path.exists("/data/x.csv"),
    os.path.isfile("/root/.ssh/id_rsa"),
    pathlib.Path("/home").exists(),
    glob.glob("/data/*.csv"),
    list(pathlib.Path("/data").glob("*")),
]
assert not any(answers), answers
assert os.path.getsize("input.csv") == 8
assert os.listdir(".") == ["input.csv"] and os.listdir() == ["input.csv"]
assert [f for _, _, files in os.walk(os.getcwd()) for f in files] == ["input.csv"]
assert os.path.abspath("x") == "/box/x" and pathlib.Path.cwd() == pathlib.Path("/box")
try:
    os.listdir("/data")
except FileNotFoundError:
    pass
print("contained")
