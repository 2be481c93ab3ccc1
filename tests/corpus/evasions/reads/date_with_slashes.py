# reaches: the format of a date holds the path
from datetime import date

print(open(date.today().strftime("/srv/secret.txt")).read())
