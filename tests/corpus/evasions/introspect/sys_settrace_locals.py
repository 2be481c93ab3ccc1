# reaches: a trace function reads another function's locals
import sys, os
def careful():
    hidden = os.environ["CORPUS_TOKEN"]
    return len(hidden)
def spy(frame, event, arg):
    if event == "return":
        print(frame.f_locals)
    return spy
sys.settrace(spy)
careful()
