# reaches: os.kill sends a signal
import os
os.kill(os.getpid(), 0)
