# reaches: code.InteractiveInterpreter runs source
import code
code.InteractiveInterpreter().runsource("import os; os.system('/srv/canary')", symbol="exec")
