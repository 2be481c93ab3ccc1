# reaches: a secret appended to a file outside
open("/srv/drop/a.txt", "a").write(open("/srv/secret.txt").read())
