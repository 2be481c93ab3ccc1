# reaches: a configuration written as a module
import configparser
c = configparser.ConfigParser()
c["a"] = {"b": "1"}
with open("json.py", "w") as f:
    c.write(f)
