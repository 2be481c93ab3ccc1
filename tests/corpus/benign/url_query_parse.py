from urllib.parse import parse_qs, parse_qsl, quote_plus, unquote, urlencode, urljoin, urlparse, urlsplit, urlunparse
u = urlparse("https://user@example.org:8080/a/b;p?x=1&y=2&x=3#frag")
print(u.scheme, u.netloc, u.hostname, u.port, u.path, u.params, u.fragment, u.username, parse_qs(u.query))
print(urlencode({"q": "a b", "n": 1}), quote_plus("ä/b"), unquote("%41"), urljoin("http://a/b/c", "../d"), u._replace(query="").geturl())
