-- The public halves of the keys that have signed checkpoints; private ones never come here.
CREATE TABLE signing_keys (
  public bytea PRIMARY KEY CHECK (length(public) = 32),
  since timestamptz NOT NULL DEFAULT now()
);
ALTER TABLE checkpoints ADD COLUMN public bytea NOT NULL REFERENCES signing_keys;
CREATE INDEX leaves_of_stream ON leaves (stream, version);

CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON signing_keys EXECUTE FUNCTION refuse_change();
ALTER TABLE signing_keys ENABLE ALWAYS TRIGGER append_only;
GRANT SELECT, INSERT ON signing_keys TO plateau_app;
GRANT INSERT ON leaves, checkpoints TO plateau_app;
