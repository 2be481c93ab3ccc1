# reaches: a date class of the file has a strftime of its own
from datetime import datetime


class Moment(datetime):
    def strftime(self, form):
        return "/srv/secret"


print(open(f"{Moment.now().strftime('%Y')}.txt").read())
