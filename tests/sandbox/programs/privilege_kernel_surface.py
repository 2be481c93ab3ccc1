# the rare corners of the kernel are closed -- violation
import ctypes

libc = ctypes.CDLL(None, use_errno=True)
zero = ctypes.create_string_buffer(256)
calls = {"bpf": (321, 0, zero, 120), "perf_event_open": (298, zero, 0, -1, -1, 0), "userfaultfd": (323, 1),
         "io_uring_setup": (425, 8, zero), "kcmp": (312, 1, 1, 0, 0, 0), "init_module": (175, zero, 0, b""),
         "kexec_load": (246, 0, 0, 0, 0), "memfd_secret": (447, 0), "fanotify_init": (300, 0, 0),
         "modify_ldt": (154, 0, zero, 16), "iopl": (172, 3), "swapon": (167, b"/tmp/x", 0), "acct": (163, b"/tmp/x"),
         "syslog": (103, 3, zero, 100), "quotactl": (179, 0, b"/", 0, zero), "lookup_dcookie": (212, 0, zero, 10),
         "landlock": (444, None, 0, 1), "seccomp": (317, 1, 0, zero), "vmsplice": (278, 1, zero, 1, 0)}
for name, call in calls.items():
    if libc.syscall(*call) >= 0:
        print("ESCAPED", name)
print("contained")
