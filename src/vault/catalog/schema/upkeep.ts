/** How a vault stays small and whole through the years: formats 7 and on. Never edited once released. */
export const UPKEEP = [
  // Retention. What is said of a snapshot after its seal stands beside its row, which the seal covers. Times in ms.
  `
  -- until null: for ever.
  CREATE TABLE pin (
    snapshot INTEGER PRIMARY KEY REFERENCES snapshot,
    by TEXT NOT NULL,
    at INTEGER NOT NULL,
    reason TEXT NOT NULL,
    until INTEGER
  ) STRICT;

  CREATE TABLE tag (
    snapshot INTEGER NOT NULL REFERENCES snapshot,
    tag TEXT NOT NULL,
    PRIMARY KEY (snapshot, tag)
  ) STRICT, WITHOUT ROWID;

  -- organization null: every one. since, until: which snapshots, by when they were started; null: without end.
  CREATE TABLE hold (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    organization INTEGER REFERENCES organization,
    since INTEGER,
    until INTEGER,
    by TEXT NOT NULL,
    reason TEXT NOT NULL,
    created INTEGER NOT NULL,
    expires INTEGER,
    released INTEGER
  ) STRICT;

  -- plan: the digest of the plan that said so.
  CREATE TABLE forgotten (
    snapshot INTEGER PRIMARY KEY REFERENCES snapshot,
    at INTEGER NOT NULL,
    by TEXT NOT NULL,
    policy TEXT NOT NULL,
    plan TEXT NOT NULL
  ) STRICT;

  -- Of these the row of the snapshot is left, so that the chain can be followed; what they held may be gone.
  CREATE TABLE pruned (
    snapshot INTEGER PRIMARY KEY REFERENCES snapshot,
    at INTEGER NOT NULL
  ) STRICT;
  `,
  // When the schedule wanted a snapshot, which may start later. Milliseconds since the epoch.
  `
  ALTER TABLE snapshot ADD COLUMN tick INTEGER;
  `,
  // Digests of scopes, so that a seal costs what changed. seal_format null: 1; see contents-walk.ts, contents-digest.ts.
  `
  ALTER TABLE snapshot ADD COLUMN seal_format INTEGER;

  -- Snapshot N has those with since <= N < until; until null: they last. A scope with nothing in it has none.
  CREATE TABLE scope_digest (
    since INTEGER NOT NULL REFERENCES snapshot,
    until INTEGER REFERENCES snapshot CHECK (until > since),
    anchor INTEGER NOT NULL,
    kind INTEGER NOT NULL REFERENCES term,
    count INTEGER NOT NULL CHECK (count > 0),
    contents BLOB NOT NULL CHECK (length(contents) = 32),
    versions BLOB NOT NULL CHECK (length(versions) = 32),
    PRIMARY KEY (since, anchor, kind)
  ) STRICT, WITHOUT ROWID;
  CREATE UNIQUE INDEX scope_digest_now ON scope_digest (anchor, kind) WHERE until IS NULL;

  -- Who mentions it.
  CREATE INDEX reference_target ON reference (platform_id, kind);
  `,
  // Compaction. dictionary: a content that deltas are made against as well, before the base. packed: what a
  // compaction stored it as. Four bytes of a digest are as good as unique still.
  `
  ALTER TABLE block ADD COLUMN dictionary INTEGER REFERENCES content;
  ALTER TABLE block ADD COLUMN packed INTEGER;
  DROP INDEX content_digest;
  CREATE INDEX content_digest ON content (substr(digest, 1, 4));
  `,
  // Repair. Contents of which no good bytes are left, in the vault or elsewhere: when that was found (ms), and what was wrong.
  // The content keeps its row, in a block without bytes, until bytes with its digest come again.
  `
  CREATE TABLE lost (
    content INTEGER PRIMARY KEY REFERENCES content,
    found INTEGER NOT NULL,
    why TEXT NOT NULL
  ) STRICT;
  `,
  // What rows of snapshots say at length, of many together: see packed-summaries.ts.
  `
  CREATE TABLE packed_summary (
    first INTEGER PRIMARY KEY REFERENCES snapshot,
    last INTEGER NOT NULL REFERENCES snapshot CHECK (last >= first),
    bytes INTEGER NOT NULL,
    data BLOB NOT NULL
  ) STRICT;
  `,
  // Whose a vault is, where several hosts share the work: see catalog/owner.ts. No row: epoch 0, of nobody in particular.
  // host null: whoever has the folder. retired: the vault goes on elsewhere. Milliseconds since the epoch.
  `
  CREATE TABLE owner (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    epoch INTEGER NOT NULL CHECK (epoch > 0),
    host TEXT,
    since INTEGER NOT NULL,
    retired INTEGER NOT NULL CHECK (retired IN (0, 1))
  ) STRICT;
  `,
] as const
