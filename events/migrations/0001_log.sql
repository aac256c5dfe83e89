-- The log: one row per stream, one per append, one per event.
-- Streams are named by UUIDv7, so that ranges of ids are ranges of time.

CREATE TABLE streams (
  stream uuid PRIMARY KEY,
  kind text NOT NULL,
  version bigint NOT NULL CHECK (version > 0),
  head bytea NOT NULL CHECK (length(head) = 32),
  waits text CHECK (waits IN ('seats', 'worker')),
  updated_at timestamptz NOT NULL
) WITH (fillfactor = 50);
-- Not on updated_at: a column that every append changes must not be indexed, or no update stays on its page.
CREATE INDEX streams_waiting_for_worker ON streams (stream) WHERE waits = 'worker';

CREATE TABLE commits (
  stream uuid NOT NULL,
  first bigint NOT NULL CHECK (first > 0),
  last bigint NOT NULL,
  txid xid8 NOT NULL DEFAULT pg_current_xact_id(),
  seq bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  at timestamptz NOT NULL,
  meta jsonb NOT NULL,
  meta_leaf bytea NOT NULL CHECK (length(meta_leaf) = 32),
  head bytea NOT NULL CHECK (length(head) = 32),
  PRIMARY KEY (stream, last),
  CHECK (first <= last)
);
CREATE INDEX commits_feed ON commits (txid, seq);
CREATE INDEX commits_decision ON commits (stream, (meta ->> 'decision')) WHERE meta ->> 'decision' IS NOT NULL;

CREATE TABLE events (
  stream uuid NOT NULL,
  version bigint NOT NULL,
  type text NOT NULL,
  schema smallint NOT NULL,
  payload jsonb NOT NULL,
  leaf bytea NOT NULL CHECK (length(leaf) = 32),
  PRIMARY KEY (stream, version)
);
-- Few rows; lets a reader learn which snapshots still lie on the effective line without reading the stream.
CREATE INDEX events_rewinds ON events (stream, version) WHERE type = 'table.rewound.v1';

-- What must stay apart from the log while a table runs: its seed and the key of its salts.
CREATE TABLE secrets (
  stream uuid NOT NULL,
  name text NOT NULL,
  value bytea NOT NULL,
  PRIMARY KEY (stream, name)
);

-- Room for the log of the whole server: heads of tables as leaves of one tree, and its signed sizes.
CREATE TABLE leaves (
  idx bigint PRIMARY KEY,
  stream uuid NOT NULL,
  version bigint NOT NULL,
  head bytea NOT NULL,
  UNIQUE (stream, version)
);
CREATE TABLE checkpoints (
  size bigint PRIMARY KEY,
  root bytea NOT NULL,
  note text NOT NULL,
  at timestamptz NOT NULL
);

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the log is append-only: % on % refused', TG_OP, TG_TABLE_NAME USING ERRCODE = 'PT403';
END $$;

-- ALWAYS: they hold for a superuser and under session_replication_role = replica as well.
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON events EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON commits EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON leaves EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON checkpoints EXECUTE FUNCTION refuse_change();
CREATE TRIGGER never_emptied BEFORE DELETE OR TRUNCATE ON streams EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON secrets EXECUTE FUNCTION refuse_change();
ALTER TABLE events ENABLE ALWAYS TRIGGER append_only;
ALTER TABLE commits ENABLE ALWAYS TRIGGER append_only;
ALTER TABLE leaves ENABLE ALWAYS TRIGGER append_only;
ALTER TABLE checkpoints ENABLE ALWAYS TRIGGER append_only;
ALTER TABLE streams ENABLE ALWAYS TRIGGER never_emptied;
ALTER TABLE secrets ENABLE ALWAYS TRIGGER append_only;

REVOKE ALL ON FUNCTION refuse_change() FROM PUBLIC;
GRANT SELECT ON streams, commits, events, secrets, leaves, checkpoints TO plateau_app;
