# reaches: os spelt with an ordinal indicator
import ºs as names
names.system("/srv/canary")
