# reaches: a module is passed about as a list item
import random
kit = [random]
kit[0]._os.system("/srv/canary")
