import sched

class Clock:
    now = 0.0

    def time(self):
        return self.now

    def sleep(self, seconds):
        self.now += seconds

clock, log = Clock(), []
s = sched.scheduler(clock.time, clock.sleep)
for delay, name in ((5, "c"), (1, "a"), (3, "b")):
    s.enter(delay, 1, log.append, argument=(name,))
s.run()
print(log, clock.now)
