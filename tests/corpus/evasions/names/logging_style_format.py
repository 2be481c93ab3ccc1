# reaches: a logging format in brace style walks an argument
import logging, random, sys
logging.basicConfig(style="{", format="{kit._os.environ}", stream=sys.stdout)
logging.warning("x", extra={"kit": random})
