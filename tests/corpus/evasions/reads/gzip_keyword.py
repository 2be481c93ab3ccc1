# reaches: gzip.open by keyword
import gzip
try:
    gzip.open(filename="/srv/secret.txt").read()
except gzip.BadGzipFile as e:
    print(e)
print(gzip.open(filename="/srv/secret.txt").fileobj.raw.name)
