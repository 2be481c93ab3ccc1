# limits can not be raised -- violation
import resource

for name in ("RLIMIT_AS", "RLIMIT_CPU", "RLIMIT_FSIZE", "RLIMIT_NOFILE", "RLIMIT_NPROC", "RLIMIT_CORE", "RLIMIT_STACK"):
    number = getattr(resource, name)
    soft, hard = resource.getrlimit(number)
    if hard == resource.RLIM_INFINITY:
        print("ESCAPED unlimited", name)
    try:
        resource.setrlimit(number, (hard + 1, hard + 1))
        print("ESCAPED raised", name)
    except (ValueError, OSError):
        pass
print("contained")
