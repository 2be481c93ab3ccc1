# harmless: SQL text is taken apart, never run
import re
sql = "SELECT region, SUM(amount) FROM sales WHERE open = 1 GROUP BY region; DROP TABLE x"
print(re.findall(r"\b(?:SELECT|FROM|WHERE|GROUP BY|DROP)\b", sql))
