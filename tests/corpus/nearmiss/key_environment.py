# harmless: a dictionary named environ with sensor readings
environ = {"TEMP": 21.5, "PATH": 3}
print(environ["TEMP"], environ.get("PATH"))
