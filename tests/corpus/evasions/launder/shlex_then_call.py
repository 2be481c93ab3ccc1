# reaches: a command line read from data is split and called
import json, shlex, importlib
line = "os:system /srv/canary"
name, argument = shlex.split(line)
module, function = name.split(":")
getattr(importlib.import_module(module), function)(argument)
