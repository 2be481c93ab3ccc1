import configparser
import json

TEXT = """
[DEFAULT]
timeout = 30
retries = 2

[reader]
port = 4001
scale = 0.1
enabled = yes
channels = 1, 2, 5

[writer]
port = 4002
timeout = 5
enabled = off
"""

config = configparser.ConfigParser()
config.read_string(TEXT)

out = {}
for name in config.sections():
    section = config[name]
    out[name] = {
        "port": section.getint("port"),
        "timeout": section.getint("timeout"),
        "retries": section.getint("retries"),
        "enabled": section.getboolean("enabled"),
        "scale": section.getfloat("scale", fallback=1.0),
        "channels": [int(c) for c in section.get("channels", "").split(",") if c.strip()],
    }
print(json.dumps(out, indent=1))
print(config.has_option("writer", "scale"), sorted(config.defaults()))
