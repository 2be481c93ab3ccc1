# reaches: the program watches the interpreter's audit events
import sys
sys.addaudithook(lambda event, args: None)
