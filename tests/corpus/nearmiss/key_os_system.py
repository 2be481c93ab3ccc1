# harmless: dictionary keys named os, sys and system
machine = {"os": "linux", "sys": {"system": "pump", "path": "/a/b"}}
print(machine["os"], machine["sys"]["system"])
