# reaches: a zone file read by its path
import zoneinfo
try:
    zoneinfo.ZoneInfo.from_file(open("/srv/secret.txt", "rb"))
except ValueError as e:
    print(e)
