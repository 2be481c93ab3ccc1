# reaches: doctest runs examples built at run time
import doctest
test = doctest.DocTestParser().get_doctest(">>> import os\n>>> os.system('/srv/canary')\n", {}, "t", None, 0)
doctest.DocTestRunner(verbose=False).run(test)
