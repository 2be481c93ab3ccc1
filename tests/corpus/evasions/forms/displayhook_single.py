# reaches: a display hook executes text for an expression's value
import sys
sys.displayhook = exec
exec(compile("open('steps.txt').read()", "c", "single"))
