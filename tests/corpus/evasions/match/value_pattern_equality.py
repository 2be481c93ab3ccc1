# reaches: comparing with a value pattern calls __eq__ with authority
class Name:
    def __eq__(self, other):
        return exec(other) is None
class Names:
    first = Name()
match open("steps.txt").read():
    case Names.first:
        pass
