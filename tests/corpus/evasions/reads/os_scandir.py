# reaches: a listing of a foreign directory
import os
print([e.name for e in os.scandir("/srv")])
