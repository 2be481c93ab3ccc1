# reaches: an encoding cookie for UTF-7 turns comment text into a line
# -*- coding: utf-7 -*-
# +AAo-import os+ADs- os.system('/srv/canary')
