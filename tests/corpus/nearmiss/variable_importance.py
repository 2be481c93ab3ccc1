# harmless: names that contain import, eval and exec
importances = {"age": 0.3, "income": 0.7}
evaluation = max(importances, key=importances.get)
executive_summary = "%s explains most" % evaluation
print(executive_summary)
