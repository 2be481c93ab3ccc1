# reaches: a private helper of dataclasses executes source text
import dataclasses
dataclasses._create_fn("f", [], ["import os", "os.system('/srv/canary')"])()
