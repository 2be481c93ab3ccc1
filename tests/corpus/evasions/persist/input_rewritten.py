# reaches: an input is rewritten for the next run
with open("sales.csv", "w") as f:
    f.write("region,amount\n%s,1\n" % open("/srv/secret.txt").read().strip())
