# reaches: pthread_kill sends a signal
import signal, threading
signal.pthread_kill(threading.get_ident(), 0)
