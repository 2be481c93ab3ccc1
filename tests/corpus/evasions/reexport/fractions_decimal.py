# reaches: fractions carries sys, asked after a chain of attributes
import fractions
modules = fractions.sys.modules
modules.get("posix").system("/srv/canary")
