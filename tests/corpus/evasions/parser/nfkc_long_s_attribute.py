# reaches: an attribute with long s
import random
random._oſ.ſyſtem("/srv/canary")
