# reaches: a raw_unicode_escape cookie turns an escape in a comment into a line end
# coding: raw_unicode_escape
# the sum of rows\u000aimport os; os.system('/srv/canary')
