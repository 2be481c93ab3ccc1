import argparse

parser = argparse.ArgumentParser(prog="tool")
sub = parser.add_subparsers(dest="command", required=True)
add = sub.add_parser("add")
add.add_argument("numbers", nargs="+", type=float)
scale = sub.add_parser("scale")
scale.add_argument("--factor", type=float, default=2.0)
scale.add_argument("number", type=float)
for line in (["add", "1", "2.5"], ["scale", "4", "--factor", "3"]):
    args = parser.parse_args(line)
    print(args.command, sum(args.numbers) if args.command == "add" else args.number * args.factor)
