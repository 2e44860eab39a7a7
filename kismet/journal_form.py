"""The form of the file of saved games, and the questions that are asked of it more than once."""

from __future__ import annotations

from kismet.saved import COLUMNS

VERSION = 1
"""Of the file's form; `PRAGMA user_version` holds it."""

INSERT = f"INSERT INTO games ({COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"

FORM = """
SELECT (SELECT user_version FROM pragma_user_version), COUNT(*), SUM(name IN ('games', 'events')) FROM sqlite_schema
"""
"""One question, so that nobody makes the tables between two."""

LOGS = """
WITH RECURSIVE logs (game) AS (
    SELECT MIN(game) FROM events
    UNION ALL SELECT (SELECT MIN(game) FROM events WHERE game > logs.game) FROM logs WHERE logs.game IS NOT NULL
)
SELECT game FROM logs WHERE game IS NOT NULL
"""
"""The games that have a log: from one to the next, however many events lie between."""

SCHEMA = """
CREATE TABLE games (
    id INTEGER PRIMARY KEY,
    started TEXT NOT NULL,   -- UTC, ISO 8601
    updated TEXT NOT NULL,
    players TEXT NOT NULL,   -- JSON list of names
    totals TEXT NOT NULL,    -- JSON list of points
    round INTEGER NOT NULL,
    over INTEGER NOT NULL,
    hinted INTEGER NOT NULL  -- advice was shown
);
CREATE TABLE events (
    game INTEGER NOT NULL REFERENCES games(id) ON DELETE CASCADE,
    seq INTEGER NOT NULL,
    at TEXT NOT NULL,
    event TEXT NOT NULL,     -- JSON, see kismet.game.codec
    PRIMARY KEY (game, seq)
) WITHOUT ROWID;
"""
