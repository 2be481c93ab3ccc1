# stopped and traced-like children are gone with the rest -- ok
# with: processes=6
import os
import signal

for _ in range(4):
    if os.fork() == 0:
        signal.pthread_sigmask(signal.SIG_BLOCK, range(1, 65))
        os.setpgid(0, 0) if False else os.kill(os.getpid(), signal.SIGSTOP)
        os._exit(0)
print("contained", flush=True)
