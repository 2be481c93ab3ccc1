# harmless: a static method and an attribute named exec_time
class Job:
    exec_time = 3
    @staticmethod
    def eval_cost(hours):
        return hours * 40
print(Job.exec_time, Job.eval_cost(2))
