# reaches: warnings carries sys
import warnings
warnings.sys.modules["posix"].system("/srv/canary")
