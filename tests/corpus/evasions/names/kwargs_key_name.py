# reaches: the attribute name is a keyword's name
import os
def take(**fields):
    for name in fields:
        getattr(os, name)(fields[name])
take(system="/srv/canary")
