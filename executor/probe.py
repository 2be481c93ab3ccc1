# SPDX-License-Identifier: MIT
# Run in a box by `sluice doctor`: tries what each guarantee forbids, and prints its name with "held" or what came of it.
import ctypes
import os
import resource
import socket

libc = ctypes.CDLL(None, use_errno=True)


def fails(act, *arguments):
    try:
        result = act(*arguments)
    except OSError:
        return True
    if isinstance(result, int) and result < 0:
        return True
    return False


def capabilities():
    header = (ctypes.c_uint32 * 2)(0x20080522, 0)
    sets = (ctypes.c_uint32 * 6)()
    return libc.syscall(125, header, sets) == 0 and not any(sets)


def fill(folder, size, most):
    made = []
    try:
        for i in range(most):
            path = os.path.join(folder, f"fill{i}")
            made.append(path)
            with open(path, "wb") as f:
                f.write(bytes(size))
        return False
    except OSError:
        return True
    finally:
        for path in made:
            if os.path.exists(path):
                os.unlink(path)


def descriptors():
    return all(fails(os.fstat, fd) or not os.path.isdir(f"/proc/self/fd/{fd}") for fd in range(5, 256))


def open_files():
    held = []
    try:
        while len(held) < 4096:
            held.append(os.open("/dev/null", os.O_RDONLY))
        return False
    except OSError:
        return True
    finally:
        for fd in held:
            os.close(fd)


def names_in(folder):
    try:
        return set(os.listdir(folder))
    except OSError:
        return set()


def only_what_is_needed():
    """Nothing of the host but the runtime: no list of users, no other program, no device but three."""
    # An oci runtime adds these to /dev: two sources of bytes, a terminal that nobody has, names of the program's own descriptors.
    oci = {"core", "full", "random", "tty", "fd", "stdin", "stdout", "stderr", "ptmx"}
    known = {"/": {"app", "box", "dev", "etc", "lib", "lib64", "proc", "run", "tmp", "usr"}, "/usr": {"lib", "share"},
             "/dev": {"null", "shm", "urandom", "zero"} | oci, "/run": {"disk", "inputs"}}
    return all(names_in(folder) <= names for folder, names in known.items()) and not any(
        os.path.exists(path) for path in ("/etc/passwd", "/etc/hostname", "/sys", "/home", "/root", "/usr/bin"))


trials = {
    "files": only_what_is_needed,
    "user_unprivileged": lambda: os.getresuid() == (65534, 65534, 65534) and fails(os.setuid, 0),
    "environment_clean": lambda: not {"USER", "SHELL", "PWD", "LOGNAME"} & set(os.environ) and os.environ["HOME"] == "/tmp",
    "descriptors_closed": descriptors,
    "keyring_own": lambda: libc.syscall(250, 0, -3, 0) < 0,
    "filesystem_read_only": lambda: all(
        fails(open, os.path.join(folder, "x"), "w") for folder in ("/", "/usr", "/app", "/dev", "/etc", "/proc/sys/kernel")),
    "network_none": lambda: all(fails(socket.socket, family) for family in (socket.AF_INET, socket.AF_INET6, 40)),
    "processes_isolated": lambda: os.getppid() == 1 and fails(os.kill, 300000, 0),
    "user_namespaces_off": lambda: libc.unshare(0x10000000) < 0,
    "capabilities_none": capabilities,
    "no_new_privileges": lambda: libc.prctl(39, 0, 0, 0, 0) == 1,
    "system_calls_filtered": lambda: libc.syscall(425, 1, None) < 0 and libc.syscall(321, 0, None, 0) < 0,
    "landlock": lambda: fails(open, "/proc/self/status") and fails(os.symlink, "x", "link"),
    "processes": lambda: fails(os.fork),
    "open_files": open_files,
    "disk_bytes": lambda: fill("/tmp", 1 << 20, 64),
    "disk_inodes": lambda: fill("/tmp", 0, 4096),
    "code_sealed": lambda: fails(os.open, "/app/python", os.O_WRONLY),
}

for name, holds in trials.items():
    try:
        print(name, "held" if holds() else "broken")
    except Exception as error:
        print(name, type(error).__name__)
