# reading the user list fails with a plain error -- error
print("ESCAPED", open("/etc/passwd").read())
