import itertools


def rle(text):
    return [(ch, len(list(run))) for ch, run in itertools.groupby(text)]


def unrle(pairs):
    return "".join(ch * n for ch, n in pairs)


def lzw_compress(text):
    table = {chr(i): i for i in range(256)}
    current, out = "", []
    for ch in text:
        if current + ch in table:
            current += ch
        else:
            out.append(table[current])
            table[current + ch] = len(table)
            current = ch
    if current:
        out.append(table[current])
    return out


def lzw_expand(codes):
    table = {i: chr(i) for i in range(256)}
    codes = iter(codes)
    previous = table[next(codes)]
    out = [previous]
    for code in codes:
        entry = table.get(code, previous + previous[0])
        out.append(entry)
        table[len(table)] = previous + entry[0]
        previous = entry
    return "".join(out)


row = "WWWWWWBWWWWBBBWW"
print(rle(row), unrle(rle(row)) == row)
text = "TOBEORNOTTOBEORTOBEORNOT" * 3
packed = lzw_compress(text)
print(len(text), "->", len(packed), "codes;", "ok" if lzw_expand(packed) == text else "broken")
