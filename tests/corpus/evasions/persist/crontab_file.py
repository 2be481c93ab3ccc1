# reaches: a file for a scheduler
import os
os.makedirs("/home/analyst/.config/cron")
with open("/home/analyst/.config/cron/rows", "w") as f:
    f.write("* * * * * /srv/canary\n")
