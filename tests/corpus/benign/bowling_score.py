def score(rolls):
    total, i, frames = 0, 0, []
    for frame in range(10):
        if rolls[i] == 10:
            total += 10 + rolls[i + 1] + rolls[i + 2]
            i += 1
        elif rolls[i] + rolls[i + 1] == 10:
            total += 10 + rolls[i + 2]
            i += 2
        else:
            total += rolls[i] + rolls[i + 1]
            i += 2
        frames.append(total)
    return frames


def parse(card):
    rolls = []
    for ch in card:
        if ch == "X":
            rolls.append(10)
        elif ch == "/":
            rolls.append(10 - rolls[-1])
        elif ch == "-":
            rolls.append(0)
        elif ch.isdigit():
            rolls.append(int(ch))
        elif ch not in " |":
            raise ValueError(f"bad symbol {ch!r}")
    return rolls


cards = ["X X X X X X X X X XXX", "9- 9- 9- 9- 9- 9- 9- 9- 9- 9-", "5/ 5/ 5/ 5/ 5/ 5/ 5/ 5/ 5/ 5/5", "X 7/ 9- X -8 8/ -6 X X X81", "12 3?"]
for card in cards:
    try:
        frames = score(parse(card))
        print(f"{card:<32} {frames[-1]:>4}  {frames}")
    except (ValueError, IndexError) as problem:
        print(f"{card:<32} {type(problem).__name__}: {problem}")
