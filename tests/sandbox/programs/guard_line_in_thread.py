# and in a thread -- violation
# with: guard modules=threading rule=import.denied line=6
import threading

def work():
    import socket
    print("ESCAPED", socket)

t = threading.Thread(target=work)
t.start()
t.join()
