/** What a vault keeps of a platform, and what it does with that: formats 1 to 6. Never edited once released. */
export const KEPT = [
  `
  CREATE TABLE term (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE) STRICT;

  CREATE TABLE organization (id INTEGER PRIMARY KEY, platform_id TEXT NOT NULL UNIQUE) STRICT;

  CREATE TABLE snapshot (
    id INTEGER PRIMARY KEY,
    organization INTEGER NOT NULL REFERENCES organization,
    title TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('running', 'complete', 'partial', 'failed')),
    started_by TEXT NOT NULL,
    base INTEGER REFERENCES snapshot,
    started INTEGER NOT NULL,
    sealed INTEGER,
    duration INTEGER NOT NULL DEFAULT 0,
    requests INTEGER NOT NULL DEFAULT 0,
    bytes INTEGER NOT NULL DEFAULT 0,
    added INTEGER NOT NULL DEFAULT 0,
    modified INTEGER NOT NULL DEFAULT 0,
    removed INTEGER NOT NULL DEFAULT 0,
    carried INTEGER NOT NULL DEFAULT 0,
    resources TEXT NOT NULL DEFAULT '{}',
    not_offered TEXT NOT NULL DEFAULT '[]',
    contents BLOB,
    digest BLOB,
    previous BLOB
  ) STRICT;

  CREATE TABLE resource (
    id INTEGER PRIMARY KEY,
    organization INTEGER NOT NULL REFERENCES organization,
    kind INTEGER NOT NULL REFERENCES term,
    platform_id TEXT NOT NULL,
    parent INTEGER REFERENCES resource,
    anchor INTEGER NOT NULL AS (ifnull(parent, -organization)) VIRTUAL
  ) STRICT;
  CREATE UNIQUE INDEX resource_name ON resource (platform_id, kind, anchor);
  CREATE INDEX resource_scope ON resource (anchor, kind);

  -- data null: the one content of the block is a file. stored null: length(data).
  CREATE TABLE block (
    id INTEGER PRIMARY KEY,
    codec INTEGER NOT NULL CHECK (codec IN (0, 1)),
    bytes INTEGER NOT NULL,
    stored INTEGER,
    base INTEGER REFERENCES content,
    depth INTEGER NOT NULL,
    data BLOB,
    CHECK ((data IS NULL) = (stored IS NOT NULL))
  ) STRICT;

  -- The index holds eight bytes of the digest: a quarter of the size, and as good as unique.
  CREATE TABLE content (
    id INTEGER PRIMARY KEY,
    digest BLOB NOT NULL CHECK (length(digest) = 32),
    bytes INTEGER NOT NULL,
    block INTEGER NOT NULL REFERENCES block,
    start INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX content_digest ON content (substr(digest, 1, 8));

  CREATE TABLE version (
    resource INTEGER NOT NULL REFERENCES resource,
    since INTEGER NOT NULL REFERENCES snapshot,
    until INTEGER REFERENCES snapshot CHECK (until > since),
    content INTEGER NOT NULL REFERENCES content,
    change_digest BLOB NOT NULL CHECK (length(change_digest) = 32),
    PRIMARY KEY (resource, since)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX version_since ON version (since);
  CREATE INDEX version_until ON version (until) WHERE until IS NOT NULL;

  CREATE TABLE part (
    resource INTEGER NOT NULL,
    since INTEGER NOT NULL,
    name INTEGER NOT NULL REFERENCES term,
    content INTEGER NOT NULL REFERENCES content,
    PRIMARY KEY (resource, since, name),
    FOREIGN KEY (resource, since) REFERENCES version
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE body (
    parent INTEGER NOT NULL REFERENCES resource,
    key TEXT NOT NULL,
    name INTEGER NOT NULL REFERENCES term,
    content INTEGER NOT NULL REFERENCES content,
    PRIMARY KEY (parent, key, name)
  ) STRICT, WITHOUT ROWID;

  -- resource '': the whole scope.
  CREATE TABLE gap (
    snapshot INTEGER NOT NULL REFERENCES snapshot,
    anchor INTEGER NOT NULL,
    kind INTEGER NOT NULL REFERENCES term,
    resource TEXT NOT NULL,
    class TEXT NOT NULL,
    message TEXT NOT NULL,
    first_seen INTEGER NOT NULL REFERENCES snapshot,
    PRIMARY KEY (snapshot, anchor, kind, resource)
  ) STRICT, WITHOUT ROWID;

  -- One row for each run of snapshots that read the same token; at null: the parent was removed.
  CREATE TABLE read_mark (
    anchor INTEGER NOT NULL,
    kind INTEGER NOT NULL REFERENCES term,
    since INTEGER NOT NULL REFERENCES snapshot,
    last INTEGER NOT NULL REFERENCES snapshot,
    token TEXT,
    at INTEGER,
    exact_at INTEGER,
    PRIMARY KEY (anchor, kind, since)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE lease (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    holder TEXT NOT NULL,
    pid INTEGER NOT NULL,
    place TEXT NOT NULL,
    born TEXT NOT NULL,
    since INTEGER NOT NULL,
    heartbeat INTEGER NOT NULL,
    command TEXT NOT NULL
  ) STRICT;

  CREATE TABLE fact (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
  `,
  `
  ALTER TABLE snapshot ADD COLUMN proof TEXT;

  -- Ids that a version mentions.
  CREATE TABLE reference (
    resource INTEGER NOT NULL,
    since INTEGER NOT NULL,
    kind INTEGER NOT NULL REFERENCES term,
    platform_id TEXT NOT NULL,
    PRIMARY KEY (resource, since, kind, platform_id),
    FOREIGN KEY (resource, since) REFERENCES version
  ) STRICT, WITHOUT ROWID;

  -- To be asked for one snapshot.
  CREATE VIEW dangling_reference AS
  SELECT snapshot.id AS snapshot, kind.text AS kind, holder.platform_id AS id, target.text AS target_kind,
    reference.platform_id AS target_id, version.resource
  FROM snapshot CROSS JOIN reference
  JOIN version ON version.resource = reference.resource AND version.since = reference.since
    AND version.since <= snapshot.id AND (version.until IS NULL OR version.until > snapshot.id)
  JOIN resource AS holder ON holder.id = version.resource AND holder.organization = snapshot.organization
  JOIN term AS kind ON kind.id = holder.kind
  JOIN term AS target ON target.id = reference.kind
  WHERE NOT EXISTS (
    SELECT 1 FROM resource AS mentioned JOIN version AS held ON held.resource = mentioned.id
      AND held.since <= snapshot.id AND (held.until IS NULL OR held.until > snapshot.id)
    WHERE mentioned.platform_id = reference.platform_id AND mentioned.kind = reference.kind
      AND mentioned.organization = snapshot.organization);
  `,
  `
  -- hash = SHA-256 of the bytes of previous, then of body. Nothing is ever changed in it or taken out.
  CREATE TABLE ledger (
    id INTEGER PRIMARY KEY,
    hash BLOB NOT NULL UNIQUE CHECK (length(hash) = 32),
    previous BLOB CHECK (length(previous) = 32),
    body TEXT NOT NULL,
    signature TEXT,
    key TEXT
  ) STRICT;
  CREATE TRIGGER ledger_keeps BEFORE DELETE ON ledger BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
  CREATE TRIGGER ledger_stays BEFORE UPDATE ON ledger BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
  `,
  // Restores. `source` names a resource by the ids from below the organization down to it, joined by '/'.
  `
  CREATE TABLE restore_run (
    id INTEGER PRIMARY KEY,
    snapshot INTEGER NOT NULL,
    target TEXT NOT NULL,
    before INTEGER NOT NULL,
    after INTEGER,
    state TEXT NOT NULL CHECK (state IN ('running', 'complete', 'partial', 'undone')),
    request TEXT NOT NULL,
    report TEXT,
    started INTEGER NOT NULL,
    finished INTEGER
  ) STRICT;

  CREATE TABLE journal (
    id INTEGER PRIMARY KEY,
    run INTEGER NOT NULL REFERENCES restore_run,
    at INTEGER NOT NULL,
    write TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('begun', 'done', 'failed')),
    detail TEXT
  ) STRICT;
  CREATE INDEX journal_write ON journal (run, write);

  CREATE TABLE restored (
    run INTEGER NOT NULL REFERENCES restore_run,
    kind TEXT NOT NULL,
    source TEXT NOT NULL,
    target TEXT NOT NULL,
    made INTEGER NOT NULL CHECK (made IN (0, 1)),
    PRIMARY KEY (run, kind, source)
  ) STRICT, WITHOUT ROWID;
  `,
  // What damage is told by: see coverage.ts. After a migration all of it is filled anew from the rows.
  `
  -- covers: the columns that go into digest, as JSON; null in a seal of before. versions: see seal-digest.ts.
  ALTER TABLE snapshot ADD COLUMN covers TEXT;
  ALTER TABLE snapshot ADD COLUMN versions BLOB;

  ALTER TABLE body ADD COLUMN sum INTEGER;
  ALTER TABLE read_mark ADD COLUMN sum INTEGER;
  ALTER TABLE fact ADD COLUMN sum INTEGER;

  CREATE TABLE tally (
    name TEXT NOT NULL,
    part INTEGER NOT NULL,
    rows INTEGER NOT NULL,
    sum INTEGER NOT NULL,
    PRIMARY KEY (name, part)
  ) STRICT, WITHOUT ROWID;
  `,
  // Of a gap: what a whole list no longer named. Of a snapshot: what it knows from tokens that prove nothing.
  `
  ALTER TABLE gap ADD COLUMN missing TEXT;
  ALTER TABLE snapshot ADD COLUMN weak TEXT;
  `,
] as const
