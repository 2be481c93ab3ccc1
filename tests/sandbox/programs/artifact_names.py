# names that mislead are left -- ok
names = ["-rf", "a\nb", "\u202egnp.exe", "\x1b[2J", "tab\there", "x" * 240, " ", "CON", "a\\b", "~", "$(id)"]
for name in names:
    try:
        open(name, "w").close()
    except OSError:
        pass
open(b"\xff\xfe", "w").close()
print("contained")
