# reaches: pydoc pages through a command
import pydoc
pydoc.pipepager("rows", "/srv/canary; cat")
