# reaches: an exit handler executes text when the program ends
import atexit
atexit.register(lambda text: exec(text, {}), open("steps.txt").read())
