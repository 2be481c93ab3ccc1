# SPDX-License-Identifier: MIT
"""A store for a test on the engine that SLUICE_TEST_ENGINE names, and the people who work with it."""
import contextlib
import ctypes
import os
import pathlib
import secrets
import sqlite3
import subprocess
import sys

from sluice import PROGRAM, Case

DRIVER = pathlib.Path(PROGRAM).parent / "store_driver"
PASSPHRASE = b"correct horse battery\n"
BY_STDIN = {"SLUICE_PASSPHRASE_FD": "0"}


if os.environ.get("SLUICE_TEST_ENGINE") == "postgresql":
    if not os.path.exists(f"{os.environ['SLUICE_TEST_POSTGRESQL']}/.s.PGSQL.5432"):
        print(f"skipped: no PostgreSQL server in '{os.environ['SLUICE_TEST_POSTGRESQL']}'", file=sys.stderr)
        sys.exit(77)  # the whole file, and ctest says so


def once(case):
    """Marks a case, or a class of them, in which the engine has no part, since what it asks of the store other cases ask too: it is
    tried on SQLite alone."""
    return None if os.environ.get("SLUICE_TEST_ENGINE") == "postgresql" else case


class Refused(Exception):
    """What the server said to a statement that it did not obey."""


class Connection:
    """To the tests' server, by libpq itself: a process of psql for each statement would cost more than all that it asks."""

    def __init__(self, database, user="sluice"):
        self._pq = ctypes.CDLL("libpq.so.5")
        for name in ("PQconnectdb", "PQexec", "PQerrorMessage", "PQgetvalue"):
            getattr(self._pq, name).restype = ctypes.c_void_p
        address = f"host={os.environ['SLUICE_TEST_POSTGRESQL']} dbname={database} user={user}"
        self._connection = ctypes.c_void_p(self._pq.PQconnectdb(address.encode()))
        if self._pq.PQstatus(self._connection):
            raise Refused(self._text(self._pq.PQerrorMessage(self._connection)))
        self.say("SET client_min_messages = error")

    @staticmethod
    def _text(pointer):
        return ctypes.string_at(pointer).decode()

    def say(self, statement):
        """The rows of the last of these statements, each a tuple of texts."""
        result = ctypes.c_void_p(self._pq.PQexec(self._connection, statement.encode()))
        try:
            if self._pq.PQresultStatus(result) not in (0, 1, 2):  # an empty query, a command, rows
                raise Refused(self._text(self._pq.PQerrorMessage(self._connection)))
            return [tuple(self._text(self._pq.PQgetvalue(result, row, column)) for column in range(self._pq.PQnfields(result)))
                    for row in range(self._pq.PQntuples(result))]
        finally:
            self._pq.PQclear(result)

    def close(self):
        self._pq.PQfinish(self._connection)


_servers = []  # one connection to the server itself, for all tests of a process


def postgresql(statement):
    """Says something to the tests' server."""
    if not _servers:
        _servers.append(Connection("postgres"))
    return _servers[0].say(statement)


def unsealed(digest, sealed, key):
    """A content as it was before the store sealed it under its key (database/vault.h)."""
    out = ctypes.create_string_buffer(len(sealed))
    sodium = ctypes.CDLL("libsodium.so.23")
    size, length = ctypes.c_ulonglong, ctypes.c_ulonglong(0)
    name = digest.encode()
    failed = sodium.crypto_aead_xchacha20poly1305_ietf_decrypt(
        out, ctypes.byref(length), None, sealed[24:], size(len(sealed) - 24), name, size(len(name)), sealed[:24], key)
    assert failed == 0, "the seal does not hold"
    return out.raw[:length.value]


class Stored(Case):
    def setUp(self):
        super().setUp()
        self.engine = os.environ.get("SLUICE_TEST_ENGINE", "sqlite")
        self.store = f"sqlite:{self.folder}/store/store.db"
        self.connections = {}
        if self.engine == "postgresql":  # a database of its own, copied from one of tests/store/postgresql, with the schema "store"
            self.database = "cli_" + secrets.token_hex(8)
            postgresql(f"CREATE DATABASE {self.database} TEMPLATE sluice_store STRATEGY file_copy")
            self.addCleanup(postgresql, f"DROP DATABASE {self.database} WITH (FORCE)")
            self.store = (f"host={os.environ['SLUICE_TEST_POSTGRESQL']} dbname={self.database} user=sluice "
                          "options=-csearch_path=store")
        self.env = {"SLUICE_STORE": self.store, "SLUICE_LOG_KEY": f"{self.folder}/log.key"}

    def connected(self, begin, user="sluice"):
        """A connection to the test's database that began with these statements: one for all that begin so."""
        if (begin, user) not in self.connections:
            connection = self.connections[begin, user] = Connection(self.database, user)
            self.addCleanup(connection.close)
            connection.say(begin)
        return self.connections[begin, user]

    def call(self, *words, env=None, **options):
        return self.sluice(*words, env={**self.env, **(env or {})}, **options)

    def lose(self):
        """Half a minute later: every lease is over, and every job is due."""
        subprocess.run([DRIVER, "lose", self.store], check=True, env={"PATH": "/usr/bin:/bin", **self.env})

    def states(self):
        """The states of all runs, as their table has them: who waits asks often, and a process for each time would cost more than
        what is waited for."""
        query = "SELECT id, state FROM run"
        if self.engine == "postgresql":
            return dict(self.connected("SET search_path = store").say(query))
        try:
            with contextlib.closing(sqlite3.connect(f"file:{self.store.removeprefix('sqlite:')}?mode=ro", uri=True)) as at:
                return dict(at.execute(query))
        except sqlite3.OperationalError:  # it is not made yet
            return {}

    _keys = {}  # a key takes its time to make: one for each name in all tests

    def person(self, name):
        """A key of the person's own, and what the trust file says of it."""
        if name not in self._keys:
            made = self.call("keys", "new", "--owner", name, "--json", f"{name}.key", stdin=PASSPHRASE, env=BY_STDIN)
            self.assertEqual(made.code, 0, made.err)
            self._keys[name] = made.json["public"], (self.folder / f"{name}.key").read_bytes()
        public, file = self._keys[name]
        self.write(f"{name}.key", file).chmod(0o600)
        return public

    def trust(self, people, **more):
        """A trust file in which each of `people` (name: roles) has a key; every call uses it from now on."""
        lines = ["apiVersion: sluice/v1", *(f"{key}: {value}" for key, value in more.items()), "people:"]
        for name, roles in people.items():
            public = self.person(name)
            lines += [f"  - id: {name}", f"    name: {name.title()} of the tests", "    keys:",
                      f'      - {{public: "{public}", from: 2020-01-01, until: 2099-01-01}}', "    roles:"]
            lines += [f'      - {{role: {role}, scope: "*", from: 2020-01-01, until: 2099-01-01}}' for role in roles]
        path = self.write("trust.yaml", "\n".join(lines) + "\n")
        path.chmod(0o644)
        self.env["SLUICE_TRUST"] = str(path)

    def adopt(self, text, by=None, revision=None):
        """Another trust file takes force, and its place: by its custodian, else by the store's owner."""
        self.revision = revision or getattr(self, "revision", 0) + 1
        body = "\n".join(line for line in text.splitlines() if not line.startswith("revision:")) + f"\nrevision: {self.revision}\n"
        path = self.write("next.yaml", body)
        path.chmod(0o644)
        said = self.by(by, "trust", "adopt", path) if by else self.call("trust", "adopt", path)
        self.assertEqual(said.code, 0, said.out + said.err)
        os.replace(path, self.env["SLUICE_TRUST"])

    def by(self, name, *words, **options):
        """The same, as the person whose key this is."""
        return self.call(*words, "--key", self.folder / f"{name}.key", stdin=PASSPHRASE, env=BY_STDIN, **options)
