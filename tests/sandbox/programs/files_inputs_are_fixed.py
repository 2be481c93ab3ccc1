# an input can not be replaced under its name -- ok
import os

for act in (lambda: os.unlink("input.csv"), lambda: os.rename("input.csv", "other"),
            lambda: os.replace("/tmp/mine", "input.csv"), lambda: open("input.csv", "a").write("x"),
            lambda: os.chmod("input.csv", 0o666), lambda: os.truncate("input.csv", 0)):
    open("/tmp/mine", "w").close()
    try:
        act()
        print("ESCAPED changed the input")
    except OSError:
        pass
print("contained" if open("input.csv").read() == "a,b\n1,2\n" else "ESCAPED")
