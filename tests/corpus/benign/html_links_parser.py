from html import escape, unescape
from html.parser import HTMLParser

class Links(HTMLParser):
    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.links, self.text = [], []

    def handle_starttag(self, tag, attrs):
        if tag == "a":
            self.links.append(dict(attrs).get("href"))

    def handle_data(self, data):
        self.text.append(data.strip())

p = Links()
p.feed('<p>See <a href="/x?a=1&amp;b=2">this &lt;thing&gt;</a></p>')
print(p.links, " ".join(filter(None, p.text)), escape("<b>"), unescape("&eacute;"))
