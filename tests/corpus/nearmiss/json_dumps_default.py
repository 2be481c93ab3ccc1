# harmless: json.dumps with a default for dates
import json
from datetime import date
print(json.dumps({"open": date(2024, 1, 2)}, default=lambda d: d.isoformat()))
