# reaches: a bound method of a file leads back to its class
raw = open("notes.txt", "rb", buffering=0)
print(raw.read.__self__.__class__("/srv/secret.txt").read())
