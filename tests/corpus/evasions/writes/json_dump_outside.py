# reaches: json dumped outside
import json
json.dump([1], open("/srv/drop/a.json", "w"))
