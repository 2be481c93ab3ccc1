# process 1 takes no signal from inside -- violation
import os
import signal

for number in (signal.SIGKILL, signal.SIGTERM, signal.SIGSTOP, signal.SIGSEGV, signal.SIGCHLD):
    try:
        os.kill(1, number)
    except OSError:
        pass
print("contained" if os.getppid() == 1 else "ESCAPED")
