# reaches: importlib.resources joined with a climbing path
from importlib import resources
print(resources.files("json").joinpath("../../../../srv/secret.txt").read_text())
