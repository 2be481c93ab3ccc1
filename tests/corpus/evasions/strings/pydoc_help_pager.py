# reaches: help pages its text through a program named in the environment
import os, pydoc
pydoc.pipepager("text", "/srv/canary")
