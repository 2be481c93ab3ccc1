# no System V or POSIX queue, semaphore or segment -- violation
import ctypes

libc = ctypes.CDLL(None, use_errno=True)
calls = [libc.shmget(1, 4096, 0o1666), libc.msgget(1, 0o1666), libc.semget(1, 1, 0o1666),
         libc.syscall(240, b"queue", 0o102, 0o666, None)]
print("ESCAPED" if any(c >= 0 for c in calls) else "contained", calls)
