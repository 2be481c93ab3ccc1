# reaches: an HTML parser's handler runs exec on text
from html.parser import HTMLParser
class Page(HTMLParser):
    handle_data = lambda self, data: exec(data)
Page().feed(open("steps.txt").read())
