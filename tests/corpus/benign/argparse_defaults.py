import argparse

def build_parser() -> argparse.ArgumentParser:
    p = argparse.ArgumentParser(description="Summarise numbers", formatter_class=argparse.ArgumentDefaultsHelpFormatter)
    p.add_argument("numbers", nargs="*", type=float, default=[1.0, 2.0])
    p.add_argument("-p", "--precision", type=int, default=2, choices=range(0, 7), metavar="N")
    p.add_argument("--mode", choices=["sum", "mean"], default="sum")
    g = p.add_mutually_exclusive_group()
    g.add_argument("-v", "--verbose", action="count", default=0)
    g.add_argument("-q", "--quiet", action="store_true")
    sub = p.add_subparsers(dest="command")
    s = sub.add_parser("show")
    s.set_defaults(func=len)
    return p

def main(argv=None):
    args = build_parser().parse_args(argv)
    total = sum(args.numbers)
    if args.mode == "mean":
        total /= len(args.numbers)
    print(f"{args.mode}: {total:.{args.precision}f}", args.quiet)
    return 0

if __name__ == "__main__":
    raise SystemExit(main([]))
