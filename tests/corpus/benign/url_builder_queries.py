from urllib.parse import parse_qs, quote, urlencode, urljoin, urlsplit, urlunsplit

base = "https://example.org/api/v1/"
url = urljoin(base, "search") + "?" + urlencode({"q": "red & blue", "page": 2})
parts = urlsplit(url)
print(url, parts.netloc, parse_qs(parts.query), quote("a/b c", safe=""))
print(urlunsplit(parts._replace(query="", fragment="top")))
