def needleman_wunsch(a, b, match=1, mismatch=-1, gap=-2):
    """Global alignment of two sequences; returns score and both aligned strings."""
    rows, cols = len(a) + 1, len(b) + 1
    score = [[0] * cols for _ in range(rows)]
    for i in range(rows):
        score[i][0] = i * gap
    for j in range(cols):
        score[0][j] = j * gap
    for i in range(1, rows):
        for j in range(1, cols):
            diagonal = score[i - 1][j - 1] + (match if a[i - 1] == b[j - 1] else mismatch)
            score[i][j] = max(diagonal, score[i - 1][j] + gap, score[i][j - 1] + gap)

    i, j = len(a), len(b)
    top, bottom = [], []
    while i or j:
        if i and j and score[i][j] == score[i - 1][j - 1] + (match if a[i - 1] == b[j - 1] else mismatch):
            i, j = i - 1, j - 1
            top.append(a[i])
            bottom.append(b[j])
        elif i and score[i][j] == score[i - 1][j] + gap:
            i -= 1
            top.append(a[i])
            bottom.append("-")
        else:
            j -= 1
            top.append("-")
            bottom.append(b[j])
    return score[-1][-1], "".join(reversed(top)), "".join(reversed(bottom))


for s, t in (("GATTACA", "GCATGCU"), ("ACGTTGCA", "ACGTGCA"), ("AAAA", "TTTT")):
    total, x, y = needleman_wunsch(s, t)
    bars = "".join("|" if p == q else " " for p, q in zip(x, y))
    print(x, bars, y, f"score {total}", sep="\n", end="\n\n")
