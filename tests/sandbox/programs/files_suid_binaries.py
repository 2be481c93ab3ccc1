# no shell or tool is there, and what is marked setuid can not be run -- ok,violation
import os

for folder in ("/bin", "/sbin", "/usr/bin", "/usr/sbin", "/usr/local/bin", "/usr/libexec"):
    try:
        print("ESCAPED", os.listdir(folder))
    except OSError:
        pass
for top in ("/usr/lib", "/app"):
    for folder, _, names in os.walk(top):
        for name in names:
            path = os.path.join(folder, name)
            try:
                if os.stat(path, follow_symlinks=False).st_mode & 0o6000:
                    os.execv(path, [path])
            except OSError:
                pass
print("contained")
