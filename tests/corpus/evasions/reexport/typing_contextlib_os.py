# reaches: typing to contextlib to os
import typing
fd = typing.contextlib.os.open("/srv/secret.txt", 0)
print(typing.contextlib.os.read(fd, 99))
