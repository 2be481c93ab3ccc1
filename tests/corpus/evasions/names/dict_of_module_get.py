# reaches: a module's __dict__ asked with .get
import os
os.__dict__.get("pop" + "en")("/srv/canary").read()
