# event descriptors count as open files -- ok
import select

made = []
try:
    while len(made) < 10000:
        made.append(select.epoll())
except OSError:
    pass
print("ESCAPED" if len(made) > 64 else "contained")
