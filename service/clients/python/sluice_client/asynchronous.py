# SPDX-License-Identifier: MIT
"""The same calls for asyncio. Each runs in a thread; a task that is cancelled closes its connection."""
from __future__ import annotations

import asyncio
import contextvars
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any, Concatenate, ParamSpec, TypeVar

from .client import Client
from .transport import SWITCH, Switch
from .types import Event, Run

P = ParamSpec("P")
T = TypeVar("T")


async def in_thread(switch: Switch, function: Callable[[], T]) -> T:
    context = contextvars.copy_context()
    context.run(SWITCH.set, switch)
    try:
        return await asyncio.get_running_loop().run_in_executor(None, lambda: context.run(function))
    except asyncio.CancelledError:
        switch.off()
        raise


def awaited(method: Callable[Concatenate[Client, P], T]) -> Callable[Concatenate[AsyncClient, P], Awaitable[T]]:
    def call(self: AsyncClient, /, *words: P.args, **more: P.kwargs) -> Awaitable[T]:
        return in_thread(Switch(), lambda: method(self._client, *words, **more))

    call.__name__ = method.__name__
    call.__doc__ = method.__doc__
    return call


class AsyncClient:
    """As Client, for asyncio."""

    def __init__(self, address: str = "http://127.0.0.1:8321", *, token: str | None = None, token_file: str | None = None,
                 ca_file: str | None = None, timeout: float = 30):
        self._client = Client(address, token=token, token_file=token_file, ca_file=ca_file, timeout=timeout)

    submit = awaited(Client.submit)
    runs = awaited(Client.runs)
    run = awaited(Client.run)
    artifact = awaited(Client.artifact)
    receipt = awaited(Client.receipt)
    cancel = awaited(Client.cancel)
    draft_request = awaited(Client.draft_request)
    check = awaited(Client.check)
    policies = awaited(Client.policies)
    policy = awaited(Client.policy)
    tools = awaited(Client.tools)
    tool = awaited(Client.tool)
    submit_tool = awaited(Client.submit_tool)
    approvals = awaited(Client.approvals)
    approval = awaited(Client.approval)
    vote = awaited(Client.vote)
    health = awaited(Client.health)
    ready = awaited(Client.ready)

    async def events(self, run_id: str, *, after: int = 0) -> AsyncIterator[Event]:
        """The steps of a run as they come, from behind step `after`; the last event is the whole run."""
        switch = Switch()
        steps = self._client.events(run_id, after=after)
        end: Any = object()
        try:
            while (step := await in_thread(switch, lambda: next(steps, end))) is not end:
                yield step
        finally:
            switch.off()

    async def wait(self, run_id: str, *, timeout: float = 3600, people: bool = True) -> Run:
        """The run once it is over; TimeoutError after so many seconds. `people`: also while it waits for people to decide."""
        try:
            async with asyncio.timeout(timeout):
                pause = 0.05
                while True:
                    run = await self.run(run_id)
                    if run["over"] or (run["state"] == "awaiting_approval" and not people):
                        return run
                    await asyncio.sleep(pause)
                    pause = min(pause * 1.5, 2)
        except TimeoutError as error:
            raise TimeoutError(f"{run_id} is not over after {timeout:g} seconds") from error
