-- One call, one transaction, one round trip: everything that one move writes.
--
-- document = {"key": {scope, actor, key, fingerprint, last, status, body}?,
--             "changes": [{stream, kind, expected, previous, head, at, meta, meta_leaf, waits?,
--                          events: [{type, schema, payload, leaf}], listing?, secrets?}],
--             "finished": [job]?, "jobs": [{job, queue, stream?, version?, args, due?}]?}
-- Changes come in ascending order of their streams, so that two appends over the same ones cannot wait in a ring.
-- Bytes are base64. Answers {"outcome": "appended"}, or "replayed" or "mismatch" with what the key's first use stored.
--
-- SQLSTATE PT409: a stream is not at the expected version and head. PT412: called inside a transaction that has written.

CREATE FUNCTION claim_key(wanted jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  stored idempotency;
BEGIN
  -- A duplicate in flight makes this wait until the first has committed or failed.
  INSERT INTO idempotency (scope, actor, key, fingerprint, last, status, body)
  VALUES ((wanted ->> 'scope')::uuid, (wanted ->> 'actor')::uuid, wanted ->> 'key',
          decode(wanted ->> 'fingerprint', 'base64'), (wanted ->> 'last')::bigint,
          (wanted ->> 'status')::smallint, decode(wanted ->> 'body', 'base64'))
  ON CONFLICT DO NOTHING;
  IF FOUND THEN
    RETURN NULL;
  END IF;
  SELECT * INTO STRICT stored FROM idempotency i
   WHERE i.scope = (wanted ->> 'scope')::uuid AND i.actor = (wanted ->> 'actor')::uuid AND i.key = wanted ->> 'key';
  IF stored.fingerprint <> decode(wanted ->> 'fingerprint', 'base64') THEN
    RETURN jsonb_build_object('outcome', 'mismatch');
  END IF;
  RETURN jsonb_build_object('outcome', 'replayed', 'last', stored.last, 'status', stored.status,
                            'body', translate(encode(stored.body, 'base64'), E'\n', ''));
END $$;

CREATE FUNCTION list_table(of_stream uuid, moment timestamptz, listing jsonb) RETURNS void LANGUAGE sql AS $$
  INSERT INTO listings (stream, game, status, visibility, host, name, rated, players, summary, created_at, updated_at)
  VALUES (of_stream, listing ->> 'game', listing ->> 'status', listing ->> 'visibility', (listing ->> 'host')::uuid,
          listing ->> 'name', (listing ->> 'rated')::bool,
          ARRAY(SELECT p::uuid FROM jsonb_array_elements_text(listing -> 'players') p),
          listing -> 'summary', moment, moment)
  ON CONFLICT (stream) DO UPDATE SET game = excluded.game, status = excluded.status, visibility = excluded.visibility,
    host = excluded.host, name = excluded.name, rated = excluded.rated, players = excluded.players,
    summary = excluded.summary, updated_at = excluded.updated_at
$$;

CREATE FUNCTION append_change(change jsonb) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  into_stream constant uuid := (change ->> 'stream')::uuid;
  expected constant bigint := (change ->> 'expected')::bigint;
  reached constant bigint := expected + jsonb_array_length(change -> 'events');
  new_head constant bytea := decode(change ->> 'head', 'base64');
  moment constant timestamptz := (change ->> 'at')::timestamptz;
BEGIN
  IF expected = 0 THEN
    INSERT INTO streams (stream, kind, version, head, waits, updated_at)
    VALUES (into_stream, change ->> 'kind', reached, new_head, change ->> 'waits', moment)
    ON CONFLICT DO NOTHING;
  ELSE
    UPDATE streams s SET version = reached, head = new_head, waits = change ->> 'waits', updated_at = moment
     WHERE s.stream = into_stream AND s.version = expected AND s.head = decode(change ->> 'previous', 'base64');
  END IF;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'stream % is not at version %', into_stream, expected USING ERRCODE = 'PT409';
  END IF;
  INSERT INTO events (stream, version, type, schema, payload, leaf)
  SELECT into_stream, expected + n, e ->> 'type', (e ->> 'schema')::smallint, e -> 'payload', decode(e ->> 'leaf', 'base64')
    FROM jsonb_array_elements(change -> 'events') WITH ORDINALITY AS listed(e, n);
  INSERT INTO commits (stream, first, last, at, meta, meta_leaf, head)
  VALUES (into_stream, expected + 1, reached, moment, change -> 'meta', decode(change ->> 'meta_leaf', 'base64'), new_head);
  IF change ? 'listing' THEN
    PERFORM list_table(into_stream, moment, change -> 'listing');
  END IF;
  IF change ? 'secrets' THEN
    INSERT INTO secrets (stream, name, value)
    SELECT into_stream, s.key, decode(s.value, 'base64') FROM jsonb_each_text(change -> 'secrets') s;
  END IF;
END $$;

CREATE FUNCTION append(document jsonb) RETURNS jsonb LANGUAGE plpgsql
SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  told jsonb;
BEGIN
  -- A transaction that took its id before it read the head would make the feed deliver a stream backwards.
  IF pg_current_xact_id_if_assigned() IS NOT NULL THEN
    RAISE EXCEPTION 'append must be the first write of its transaction' USING ERRCODE = 'PT412';
  END IF;
  IF document ? 'key' THEN
    told := claim_key(document -> 'key');
    IF told IS NOT NULL THEN
      RETURN told;
    END IF;
  END IF;
  FOR i IN 0 .. jsonb_array_length(document -> 'changes') - 1 LOOP
    PERFORM append_change(document -> 'changes' -> i);
  END LOOP;
  IF document ? 'finished' THEN
    DELETE FROM outbox WHERE job = ANY (ARRAY(SELECT jsonb_array_elements_text(document -> 'finished')));
  END IF;
  IF document ? 'jobs' THEN
    INSERT INTO outbox (job, queue, stream, version, args, due)
    SELECT j ->> 'job', j ->> 'queue', (j ->> 'stream')::uuid, (j ->> 'version')::bigint, j -> 'args',
           coalesce((j ->> 'due')::timestamptz, now() + interval '2 seconds')
      FROM jsonb_array_elements(document -> 'jobs') j
    ON CONFLICT DO NOTHING;
  END IF;
  RETURN '{"outcome": "appended"}';
END $$;

REVOKE ALL ON FUNCTION append(jsonb), append_change(jsonb), claim_key(jsonb),
  list_table(uuid, timestamptz, jsonb) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION append(jsonb) TO plateau_app;
