# harmless: shell commands as rows of data to be counted
history = ["rm -rf build", "curl example.org", "ls -l", "rm a.txt"]
print(sum(line.startswith("rm") for line in history))
