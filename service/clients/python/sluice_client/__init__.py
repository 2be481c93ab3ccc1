# SPDX-License-Identifier: MIT
"""A client of Sluice's service (`sluice serve`). `Client` waits, `AsyncClient` is awaited; both have the same methods."""
from .asynchronous import AsyncClient
from .client import Client, SluiceError
from .types import (Approval, ApprovalDetail, ApprovalList, Artifact, CheckReport, End, Envelope, Event, Finding, Input, Notice,
                    PolicyList, PolicyWords, Problem, Receipt, RequestDraft, Run, RunList, State, Status, Step, Task, VoteResult)

__all__ = ["Approval", "ApprovalDetail", "ApprovalList", "Artifact", "AsyncClient", "CheckReport", "Client", "End", "Envelope",
           "Event", "Finding", "Input", "Notice", "PolicyList", "PolicyWords", "Problem", "Receipt", "RequestDraft", "Run",
           "RunList", "SluiceError", "State", "Status", "Step", "Task", "VoteResult"]
