import re
LINE = re.compile(r"""
    ^(?P<ip>\d{1,3}(?:\.\d{1,3}){3})\s
    \[(?P<when>[^\]]+)\]\s
    "(?P<verb>GET|POST)\s(?P<path>\S+)"\s
    (?P<status>\d{3})$""", re.VERBOSE)
log = """10.0.0.1 [01/Jan/2024] "GET /index.html" 200
10.0.0.2 [01/Jan/2024] "POST /api/eval?x=os.system" 500
garbage"""
for line in log.splitlines():
    if m := LINE.match(line):
        d = m.groupdict()
        print(d["ip"], m["verb"], d["path"], int(d["status"]), m.span("status"), m.lastgroup, m.re.groups)
    else:
        print("no match:", line)
print(re.sub(r"(\w+) (\w+)", r"\2 \1", "hello world"), re.sub(r"\d+", lambda m: str(int(m.group()) * 2), "a1b22"))
print(re.split(r"[;,]\s*", "a, b;c"), re.findall(r"\b\w", "the quick fox"), re.escape("a.b"), re.fullmatch(r"a+", "aaa", re.I).end(), re.subn("a", "b", "banana"))
