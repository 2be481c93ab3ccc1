# what a library put into an own class -- violation
# with: guard attributes modules=threading rule=attribute.unreviewed
import threading

class T(threading.Thread):
    pass

print("ESCAPED", getattr(T(), "_bootstrap" + "_inner"))
