# reaches: nested class patterns walk a chain of pandas modules
import pandas as pd
match pd:
    case object(io=object(common=object(os=o))):
        o.system("/srv/canary")
