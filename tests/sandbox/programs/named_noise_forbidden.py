# many kinds of refused calls hide no attack -- violation
# with: what=socket,connect,bind,shmget,mq_open,memfd_create,mount
import ctypes

libc = ctypes.CDLL(None, use_errno=True)
for _ in range(50):
    for number in (41, 42, 49, 50, 43, 29, 64, 68, 240, 319):
        libc.syscall(number, 2, 1, 0, 0, 0)
print("ESCAPED" if libc.mount(b"x", b"/tmp", b"tmpfs", 0, None) == 0 else "contained")
