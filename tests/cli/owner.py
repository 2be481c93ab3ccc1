# SPDX-License-Identifier: MIT
"""Whoever owns the database: takes the guards away, writes, and puts them back exactly."""
import hashlib
import sqlite3

from engines import Stored, unsealed


class Owner(Stored):
    def statement(self, text, *values):
        if self.engine == "sqlite":
            with sqlite3.connect(self.folder / "store" / "store.db", isolation_level=None) as db:
                guards = db.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
                for name, _ in guards:
                    db.execute(f'DROP TRIGGER "{name}"')
                rows = [row[0] for row in db.execute(text, values).fetchall()]
                for _, guard in guards:
                    db.execute(guard)
                return rows
        quoted = ["'\\x" + value.hex() + "'" if isinstance(value, bytes) else "'" + str(value).replace("'", "''") + "'"
                  for value in values]
        text = "".join(part + value for part, value in zip(text.split("?"), [*quoted, ""]))  # a value may have a "?"
        rows = self.connected("SET session_replication_role = replica; SET search_path = store").say(text)
        return [bytes.fromhex(row[0][2:]) if row[0].startswith("\\x") else row[0] for row in rows]

    def content(self, data):
        digest = hashlib.sha256(data).hexdigest()
        self.statement("INSERT INTO content (sha256, size, media_type, bytes, made_us) VALUES (?, ?, 'x', ?, 1) "
                       "ON CONFLICT DO NOTHING", digest, len(data), data)
        return digest

    def plain(self, digest):
        sealed = self.statement("SELECT bytes FROM content WHERE sha256 = ?", digest)[0]
        key = self.statement("SELECT key_id FROM content WHERE sha256 = ?", digest)[0]
        if not key:
            return sealed
        if self.engine == "sqlite":
            with sqlite3.connect(self.folder / "store" / "store.db.vault") as vault:
                secret = vault.execute("SELECT bytes FROM content_key WHERE id = ?", (key,)).fetchone()[0]
        else:
            secret = self.statement("SELECT bytes FROM content_key WHERE id = ?", key)[0]
        return unsealed(digest, sealed, secret)
