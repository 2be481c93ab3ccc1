# reaches: a date class of the file gets another strftime
from datetime import datetime


class Moment(datetime):
    pass


setattr(Moment, "strf" + "time", lambda self, form: "/srv/secret")


def name(x):
    return f"{x:d}.txt"


print(open(name(Moment.now())).read())
