# Texts of literals: escapes, pieces, fields that print their own source.
name, n, w = "ü", 1.5, 10
plain = ["a" 'b' r"\n\"" "\x41\101\u00fc\U0001F600\
", "\8\q", "\ud800", b"\x00\xff\8" b'b', """a
b""", "\N{DIGIT ONE}", "\0", "\7778"]
fields = [f"{name!r} {name.upper()!s:.4} {n=:.1f} {len(name)=}{ n = !r:>{w}}", f"{{{n}}}" "{}", f"{n:{w}.{2}}",
    rf"\{n}\d", f'''{
    n
    }''', f"{name['a':]if n else 0:x}", f"{(lambda x: x)(1)}", F"\x7b{n}\x7d"]
