# reaches: a lone carriage return ends a comment behind a docstring
"""Report."""  # of salesfrom os import popen as pp("/srv/canary").read()
