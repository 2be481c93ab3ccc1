# reaches: vars of a module, then a computed key
import os
vars(os)["system"[:6]]("/srv/canary")
