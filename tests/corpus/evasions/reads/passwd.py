# reaches: the list of users
print(open("/etc/passwd").read())
