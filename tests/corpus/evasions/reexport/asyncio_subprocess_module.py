# reaches: asyncio carries the subprocess module
import asyncio
asyncio.base_events.subprocess.call(["/srv/canary"])
