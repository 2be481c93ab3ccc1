# reaches: an own function is called like a library's
class os:
    class path:
        def join(a, b):
            return "/srv/secret.txt"
print(open(os.path.join("data", "sales.csv")).read())
