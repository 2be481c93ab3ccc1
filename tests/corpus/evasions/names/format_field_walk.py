# reaches: a format field walks attributes and items to the environment
import random
print("{0._os.environ}".format(random))
