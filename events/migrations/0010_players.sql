-- Players and their tokens; the answers kept for requests that may be repeated.
CREATE TABLE players (
  id uuid PRIMARY KEY,
  name text NOT NULL CHECK (length(name) BETWEEN 2 AND 40),
  name_key text NOT NULL UNIQUE,
  kind text NOT NULL CHECK (kind IN ('human', 'bot')),
  owner uuid REFERENCES players,
  engine text,
  password text,
  language text NOT NULL CHECK (language IN ('fr', 'en')),
  version bigint NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  retired_at timestamptz,
  CHECK ((kind = 'bot') = (owner IS NOT NULL)),
  CHECK (kind = 'human' OR password IS NULL),
  CHECK (kind = 'bot' OR engine IS NULL)
);
CREATE INDEX players_owner ON players (owner, id) WHERE owner IS NOT NULL;
CREATE INDEX players_name_prefix ON players (name_key text_pattern_ops);

CREATE TABLE tokens (
  id uuid PRIMARY KEY,
  player uuid NOT NULL REFERENCES players,
  kind text NOT NULL CHECK (kind IN ('session', 'token')),
  name text NOT NULL,
  hash bytea NOT NULL UNIQUE CHECK (length(hash) = 32),
  scopes text[] NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz,
  last_used_at timestamptz,
  revoked_at timestamptz
);
CREATE INDEX tokens_player ON tokens (player, id);

-- The reply is sealed under a key that only the requester knows: it may hold a secret shown once.
CREATE TABLE replies (
  actor uuid NOT NULL,
  key bytea NOT NULL CHECK (length(key) = 32),
  fingerprint bytea NOT NULL,
  sealed bytea NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (actor, key)
);
CREATE INDEX replies_at ON replies (at);

GRANT SELECT, INSERT, UPDATE ON players, tokens TO plateau_app;
GRANT SELECT, INSERT, DELETE ON replies TO plateau_app;
