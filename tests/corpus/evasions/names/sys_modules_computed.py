# reaches: sys.modules read with a computed name
import sys
sys.modules["".join(("p", "o", "six"))].system("/srv/canary")
