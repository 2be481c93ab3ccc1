# reaches: the search path of zones leads elsewhere
import zoneinfo
zoneinfo.reset_tzpath(to=["/srv"])
try:
    zoneinfo.ZoneInfo("secret.txt")
except Exception:
    pass
