"""The shape of the store, version by version. A step is never changed once released; a new one is added below.

Alembic would bring its own files, command and configuration for what is a list of steps here; the same list serves SQLite and PostgreSQL.
"""

from sqlalchemy import Connection, text

# what people have played, in numbers: kept with every result, and made anew of all results here and when a backup is restored
TALLIED = """INSERT INTO tallies (person, game, played, won, points, best, completed, failed, longest, places, players)
    SELECT person, game, count(*), sum(CASE WHEN place = 1 THEN 1 ELSE 0 END), sum(points), max(points), sum(completed), sum(failed),
    max(longest), sum(place), sum(players) FROM results WHERE own = 1 GROUP BY person, game"""
STEPS: tuple[tuple[str, ...], ...] = (
    (
        """CREATE TABLE tables (
            id VARCHAR(32) PRIMARY KEY, created BIGINT NOT NULL, game VARCHAR(64) NOT NULL, seed VARCHAR(128) NOT NULL,
            same_deal SMALLINT NOT NULL, plan TEXT NOT NULL, options TEXT NOT NULL, listed SMALLINT NOT NULL,
            phase VARCHAR(16) NOT NULL)""",
        "CREATE INDEX tables_listed ON tables (listed, phase, created)",
        """CREATE TABLE seats (
            table_id VARCHAR(32) NOT NULL REFERENCES tables (id), seat SMALLINT NOT NULL, token VARCHAR(64) NOT NULL,
            host SMALLINT NOT NULL, PRIMARY KEY (table_id, seat))""",
        """CREATE TABLE entries (
            table_id VARCHAR(32) NOT NULL REFERENCES tables (id), number INTEGER NOT NULL, time BIGINT NOT NULL,
            kind VARCHAR(16) NOT NULL, seat SMALLINT, body TEXT NOT NULL, PRIMARY KEY (table_id, number))""",
        """CREATE TABLE chat (
            table_id VARCHAR(32) NOT NULL REFERENCES tables (id), number INTEGER NOT NULL, time BIGINT NOT NULL,
            seat SMALLINT NOT NULL, name VARCHAR(64) NOT NULL, line TEXT NOT NULL, PRIMARY KEY (table_id, number))""",
    ),
    (
        # what workers tell one another where the store has no LISTEN and NOTIFY
        "CREATE TABLE notices (id INTEGER PRIMARY KEY, time BIGINT NOT NULL, body TEXT NOT NULL)",
    ),
    (
        # the server's own secrets, and a mark of who made a table, by which nobody fills the list of open ones
        "CREATE TABLE keys (name VARCHAR(32) PRIMARY KEY, value VARCHAR(128) NOT NULL)",
        "ALTER TABLE tables ADD COLUMN maker VARCHAR(32) NOT NULL DEFAULT ''",
    ),
    (
        # which lesson a table is for: such tables are forgotten soon
        "ALTER TABLE tables ADD COLUMN lesson VARCHAR(32) NOT NULL DEFAULT ''",
        "CREATE INDEX tables_lesson ON tables (lesson, created)",
    ),
    (
        # games over days: when somebody has to look at a table, and when nobody could have, for the server was down
        "ALTER TABLE tables ADD COLUMN due BIGINT",
        "CREATE INDEX tables_due ON tables (due) WHERE due IS NOT NULL",
        "CREATE TABLE outages (began BIGINT PRIMARY KEY, ended BIGINT NOT NULL)",
    ),
    (
        # people, by the hash of their key: what they say of themselves, how they are told, which seats are theirs, and what they are told
        "CREATE TABLE persons (id VARCHAR(64) PRIMARY KEY, created BIGINT NOT NULL, seen BIGINT NOT NULL, card TEXT NOT NULL)",
        """CREATE TABLE ways (
            id VARCHAR(32) PRIMARY KEY, person VARCHAR(64) NOT NULL REFERENCES persons (id), made BIGINT NOT NULL,
            origin VARCHAR(300) NOT NULL, body TEXT NOT NULL, code VARCHAR(16) NOT NULL, tries INTEGER NOT NULL)""",
        "CREATE INDEX ways_person ON ways (person)",
        "ALTER TABLE seats ADD COLUMN person VARCHAR(64) NOT NULL DEFAULT ''",
        "CREATE INDEX seats_person ON seats (person) WHERE person > ''",
        """CREATE TABLE outbox (
            way VARCHAR(32) NOT NULL REFERENCES ways (id), table_id VARCHAR(32) NOT NULL, seat SMALLINT NOT NULL, turn INTEGER NOT NULL,
            made BIGINT NOT NULL, due BIGINT, tries INTEGER NOT NULL, body TEXT NOT NULL, PRIMARY KEY (way, table_id, seat, turn))""",
        "CREATE INDEX outbox_due ON outbox (due) WHERE due IS NOT NULL",
        "CREATE INDEX outbox_table ON outbox (table_id, seat)",
    ),
    (
        # seats that came back to their people have more than one token; and what people have played
        "CREATE TABLE spares (table_id VARCHAR(32) NOT NULL, seat SMALLINT NOT NULL, token VARCHAR(64) NOT NULL, made BIGINT NOT NULL, PRIMARY KEY (table_id, seat, token))",
        """CREATE TABLE results (
            person VARCHAR(64) NOT NULL REFERENCES persons (id), table_id VARCHAR(32) NOT NULL, seat SMALLINT NOT NULL,
            game VARCHAR(64) NOT NULL, ended BIGINT NOT NULL, players SMALLINT NOT NULL, place SMALLINT NOT NULL, points INTEGER NOT NULL,
            completed SMALLINT NOT NULL, failed SMALLINT NOT NULL, longest SMALLINT NOT NULL, own SMALLINT NOT NULL,
            PRIMARY KEY (person, table_id, seat))""",
    ),
    (
        # reviews of finished games, packed: they take seconds to make
        "CREATE TABLE reviews (table_id VARCHAR(32) PRIMARY KEY REFERENCES tables (id), body TEXT NOT NULL)",
    ),
    (
        # how well people and bots play, and by which games they were measured; which routes people have claimed
        """CREATE TABLE ratings (
            player VARCHAR(64) PRIMARY KEY, mu DOUBLE PRECISION NOT NULL, sigma DOUBLE PRECISION NOT NULL, played INTEGER NOT NULL,
            score INTEGER NOT NULL)""",
        "CREATE INDEX ratings_score ON ratings (score)",
        "CREATE TABLE rated (table_id VARCHAR(32) PRIMARY KEY, ended BIGINT NOT NULL)",
        """CREATE TABLE claims (
            person VARCHAR(64) NOT NULL REFERENCES persons (id), game VARCHAR(64) NOT NULL, route VARCHAR(128) NOT NULL,
            times INTEGER NOT NULL, PRIMARY KEY (person, game, route))""",
        # the deals of days: on which board, who has tried, and what bots made of them
        "ALTER TABLE tables ADD COLUMN daily VARCHAR(16) NOT NULL DEFAULT ''",
        "CREATE TABLE dailies (day VARCHAR(16) PRIMARY KEY, game VARCHAR(64) NOT NULL)",
        """CREATE TABLE tries (
            day VARCHAR(16) NOT NULL REFERENCES dailies (day), person VARCHAR(64) NOT NULL REFERENCES persons (id),
            table_id VARCHAR(32) NOT NULL, ended BIGINT, points INTEGER, place SMALLINT, completed SMALLINT, failed SMALLINT,
            PRIMARY KEY (day, person))""",
        "CREATE INDEX tries_points ON tries (day, points)",
        "CREATE INDEX tries_person ON tries (person)",
        "CREATE TABLE rivals (day VARCHAR(16) NOT NULL, level VARCHAR(16) NOT NULL, points INTEGER NOT NULL, PRIMARY KEY (day, level))",
        # what people told the host, and who is kept out
        """CREATE TABLE reports (
            id VARCHAR(32) PRIMARY KEY, made BIGINT NOT NULL, table_id VARCHAR(32) NOT NULL, seat SMALLINT NOT NULL,
            accused SMALLINT NOT NULL, name VARCHAR(64) NOT NULL, person VARCHAR(64) NOT NULL, words TEXT NOT NULL)""",
        "CREATE TABLE bans (who VARCHAR(128) PRIMARY KEY, made BIGINT NOT NULL)",
        "CREATE TABLE blocks (person VARCHAR(64) NOT NULL, other VARCHAR(64) NOT NULL, PRIMARY KEY (person, other))",
    ),
    (
        # maps of people's own, by their contents
        """CREATE TABLE maps (
            id VARCHAR(32) PRIMARY KEY, created BIGINT NOT NULL, maker VARCHAR(32) NOT NULL, listed SMALLINT NOT NULL,
            summary TEXT NOT NULL, body TEXT NOT NULL)""",
        "CREATE INDEX maps_listed ON maps (listed, created)",
        "CREATE INDEX maps_maker ON maps (maker)",
    ),
    (
        # duplicates and tournaments: what they are, who plays, and the tables of their rounds
        """CREATE TABLE clubs (
            id VARCHAR(32) PRIMARY KEY, created BIGINT NOT NULL, maker VARCHAR(32) NOT NULL, host VARCHAR(64) NOT NULL,
            person VARCHAR(64) NOT NULL, name VARCHAR(64) NOT NULL, seed VARCHAR(128) NOT NULL, plan TEXT NOT NULL,
            phase VARCHAR(16) NOT NULL, round INTEGER NOT NULL, changes INTEGER NOT NULL)""",
        "CREATE INDEX clubs_maker ON clubs (maker, phase)",
        "CREATE INDEX clubs_person ON clubs (person) WHERE person > ''",
        """CREATE TABLE members (
            club VARCHAR(32) NOT NULL REFERENCES clubs (id), number INTEGER NOT NULL, name VARCHAR(64) NOT NULL,
            token VARCHAR(64) NOT NULL, person VARCHAR(64) NOT NULL, place INTEGER, gone SMALLINT NOT NULL,
            PRIMARY KEY (club, number), UNIQUE (club, place))""",
        "CREATE INDEX members_person ON members (person) WHERE person > ''",
        """CREATE TABLE matches (
            club VARCHAR(32) NOT NULL REFERENCES clubs (id), round INTEGER NOT NULL, number INTEGER NOT NULL,
            table_id VARCHAR(32) NOT NULL, seats TEXT NOT NULL, result TEXT, PRIMARY KEY (club, round, number))""",
        "ALTER TABLE tables ADD COLUMN club VARCHAR(32) NOT NULL DEFAULT ''",
        "CREATE INDEX tables_club ON tables (club) WHERE club > ''",
    ),
    (
        # passkeys: what they sign, those that people have, and the keys of browsers that came in by one
        "CREATE TABLE challenges (challenge VARCHAR(64) PRIMARY KEY, until BIGINT NOT NULL, person VARCHAR(64) NOT NULL)",
        """CREATE TABLE passkeys (
            id VARCHAR(32) PRIMARY KEY, person VARCHAR(64) NOT NULL REFERENCES persons (id), made BIGINT NOT NULL, name VARCHAR(64) NOT NULL,
            credential TEXT NOT NULL UNIQUE, public_key TEXT NOT NULL, signed BIGINT NOT NULL)""",
        "CREATE INDEX passkeys_person ON passkeys (person)",
        """CREATE TABLE more_keys (
            id VARCHAR(64) PRIMARY KEY, person VARCHAR(64) NOT NULL REFERENCES persons (id), passkey VARCHAR(32) NOT NULL,
            made BIGINT NOT NULL)""",
        "CREATE INDEX more_keys_person ON more_keys (person)",
    ),
    (
        # what is looked for by something else than its name, among very many
        "CREATE INDEX blocks_other ON blocks (other)",
        "CREATE INDEX reports_table ON reports (table_id)",
        "CREATE INDEX reports_person ON reports (person) WHERE person > ''",
        "CREATE INDEX matches_table ON matches (table_id)",
        "CREATE INDEX challenges_until ON challenges (until)",
    ),
    (
        # one who has played a thousand games is answered as soon as others
        """CREATE TABLE tallies (
            person VARCHAR(64) NOT NULL REFERENCES persons (id), game VARCHAR(64) NOT NULL, played INTEGER NOT NULL, won INTEGER NOT NULL,
            points BIGINT NOT NULL, best INTEGER NOT NULL, completed INTEGER NOT NULL, failed INTEGER NOT NULL, longest INTEGER NOT NULL,
            places INTEGER NOT NULL, players INTEGER NOT NULL, PRIMARY KEY (person, game))""",
        TALLIED,
        "CREATE INDEX results_ended ON results (person, ended)",
    ),
    (
        # who has won: how a finished table stands is told without playing its game again
        "ALTER TABLE tables ADD COLUMN winners VARCHAR(32)",
        # what is somebody's lies together: among very many, every row that is looked up by itself is another wait for the disk
        "DROP INDEX results_ended",
        "CREATE INDEX results_told ON results (person, ended, table_id, game, players, place, points, completed, failed, longest, own)",
        "DROP INDEX seats_person",
        "CREATE INDEX seats_person ON seats (person, table_id, seat) WHERE person > ''",
    ),
)


class StoreTooNewError(RuntimeError):
    """The store was written by a later release."""


def migrate(connection: Connection) -> int:
    """Bring the store to this release's shape; returns how many steps were taken. To be called in a transaction."""
    if connection.dialect.name == "postgresql":
        for patience in (
            "statement_timeout",
            "lock_timeout",
        ):  # a step may take minutes where there are millions of rows
            connection.execute(text(f"SET LOCAL {patience} = 0"))
        connection.execute(text("SELECT pg_advisory_xact_lock(7245341)"))  # one worker at a time
    connection.execute(text("CREATE TABLE IF NOT EXISTS schema_version (version INTEGER NOT NULL)"))
    version = connection.execute(text("SELECT max(version) FROM schema_version")).scalar() or 0
    if version > len(STEPS):
        raise StoreTooNewError(
            f"the store has shape {version}, and this release knows {len(STEPS)}: install the release that wrote it, or a later one"
        )
    for number, statements in enumerate(STEPS[version:], version + 1):
        for statement in statements:
            connection.execute(text(statement))
        connection.execute(text("INSERT INTO schema_version (version) VALUES (:version)"), {"version": number})
    return len(STEPS) - version
