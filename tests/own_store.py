# SPDX-License-Identifier: MIT
"""Importing this gives the programs under test a store of this process's own, so that a test's runs are not the user's."""
import os
import tempfile

_place = tempfile.TemporaryDirectory(prefix="sluice-store-")
STORE = os.environ["SLUICE_STORE"] = f"sqlite:{_place.name}/store.db"
