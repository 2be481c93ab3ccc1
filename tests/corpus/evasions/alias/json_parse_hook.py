# reaches: json calls eval for every float
import json
json.loads("[1.5]", parse_float=lambda _, f=eval: f(open("notes.txt").read()))
