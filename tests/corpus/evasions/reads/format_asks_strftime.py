# reaches: a number's format asks the strftime of a date class of the file
from datetime import datetime


class Moment(datetime):
    def strftime(self, form):
        return "/srv/secret"


def name(x):
    return f"{x:d}.txt"


print(open(name(Moment.now())).read())
