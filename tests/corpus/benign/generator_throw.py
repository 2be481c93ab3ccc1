def worker():
    done = []
    while True:
        try:
            job = yield len(done)
            done.append(job)
        except ValueError as e:
            print("ignored", e)
        except GeneratorExit:
            print("closing with", done)
            raise

w = worker()
w.send(None)
w.send("a")
w.throw(ValueError("bad job"))
w.send("b")
w.close()
