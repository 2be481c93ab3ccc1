# reaches: a signal handler executes text
import signal
signal.signal(signal.SIGALRM, lambda *a: exec(open("steps.txt").read()))
signal.raise_signal(signal.SIGALRM)
