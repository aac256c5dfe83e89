-- What is written with the log or derived from it, and may be changed and cleared.

CREATE TABLE idempotency (
  scope uuid NOT NULL,
  actor uuid NOT NULL,
  key text NOT NULL CHECK (length(key) <= 255),
  fingerprint bytea NOT NULL,
  last bigint,
  status smallint,
  body bytea,
  at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (scope, actor, key)
);
CREATE INDEX idempotency_age ON idempotency USING brin (at);

-- A row lives until its effect is stored; due is pushed on while somebody holds the lease.
CREATE TABLE outbox (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  job text NOT NULL UNIQUE,
  queue text NOT NULL,
  stream uuid,
  version bigint,
  args jsonb NOT NULL,
  due timestamptz NOT NULL,
  tries int NOT NULL DEFAULT 0
) WITH (autovacuum_vacuum_scale_factor = 0.02);
CREATE INDEX outbox_due ON outbox (due);
CREATE INDEX outbox_stream ON outbox (stream);

CREATE TABLE snapshots (
  stream uuid NOT NULL,
  version bigint NOT NULL,
  head bytea NOT NULL,
  schema bytea NOT NULL,
  state bytea NOT NULL,
  PRIMARY KEY (stream, version)
);

CREATE TABLE cursors (
  reader text PRIMARY KEY,
  txid xid8 NOT NULL,
  seq bigint NOT NULL
);

-- The tables as lists show them, written with the append that changes them.
CREATE TABLE listings (
  stream uuid PRIMARY KEY,
  game text NOT NULL,
  status text NOT NULL,
  visibility text NOT NULL,
  host uuid,
  name text NOT NULL,
  rated bool NOT NULL,
  players uuid[] NOT NULL,
  summary jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
) WITH (fillfactor = 70);
CREATE INDEX listings_public ON listings (stream) WHERE visibility = 'public';
CREATE INDEX listings_public_game ON listings (game, status, stream) WHERE visibility = 'public';
CREATE INDEX listings_public_status ON listings (status, stream) WHERE visibility = 'public';
CREATE INDEX listings_players ON listings USING gin (players);
CREATE INDEX listings_host ON listings (host, stream);

GRANT SELECT, INSERT, UPDATE, DELETE ON idempotency, outbox, snapshots, cursors, listings TO plateau_app;
