# reaches: pydoc.locate turns text into a function
import pydoc
pydoc.locate("os.system")("/srv/canary")
