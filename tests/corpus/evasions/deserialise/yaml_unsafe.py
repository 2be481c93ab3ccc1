# reaches: YAML with Python tags
import yaml
yaml.unsafe_load("!!python/object/apply:os.system ['/srv/canary']")
