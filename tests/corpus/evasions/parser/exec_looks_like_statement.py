# reaches: exec with brackets as if it were a statement
exec ("import os\nos.system('/srv/canary')")
