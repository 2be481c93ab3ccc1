# Simple bank queue ticket dispenser, written in a plain procedural style
counter = 0
served = []
waiting = []

def take_ticket(kind):
    global counter
    counter += 1
    prefix = {'cash': 'A', 'loan': 'B'}[kind]
    ticket = prefix + str(counter).zfill(3)
    waiting.append(ticket)
    return ticket

def serve_next(preferred=None):
    if not waiting:
        return None
    index = 0
    if preferred is not None:
        for i in range(len(waiting)):
            if waiting[i].startswith(preferred):
                index = i
                break
    ticket = waiting[index]
    del waiting[index]
    served.append(ticket)
    return ticket

for kind in ['cash', 'loan', 'cash', 'loan', 'loan']:
    take_ticket(kind)

print('waiting:', waiting)
print('next loan:', serve_next('B'))
print('next:', serve_next())
print('next loan:', serve_next('B'))
while True:
    t = serve_next()
    if t is None:
        break
print('served:', served, 'issued:', counter)
