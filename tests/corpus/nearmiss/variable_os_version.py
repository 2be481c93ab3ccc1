# harmless: variables that start with os_ and sys_
os_version, sys_load = "6.1", [0.5, 0.7, 0.6]
print(os_version, round(sum(sys_load) / len(sys_load), 2))
