# harmless: keyword parameters named compile_rows, exec_order and open_only
def arrange(rows, compile_rows=True, exec_order=1, open_only=False):
    rows = [r for r in rows if r[1] or not open_only]
    return sorted((r[0] for r in rows), reverse=exec_order < 0) if compile_rows else rows
print(arrange([("b", 0), ("a", 1)], open_only=True), arrange([("b", 0), ("a", 1)], exec_order=-1))
