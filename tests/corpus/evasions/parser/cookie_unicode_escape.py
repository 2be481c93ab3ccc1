# reaches: a unicode_escape cookie turns a backslash and n into a line end
# coding: unicode_escape
# the sum of rows\nimport os; os.system('/srv/canary')
