# reaches: the environment is changed for later processes
from os import environ as table
table["PYTHONPATH"] = "/srv/drop"
