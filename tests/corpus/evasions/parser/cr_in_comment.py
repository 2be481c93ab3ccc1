# reaches: a lone carriage return ends a comment
# rounding followsimport os; os.system('/srv/canary')
