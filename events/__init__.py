"""The log: events appended and never changed, and what is read from it.

envelope    NewEvent, Meta, Actor, Change, Batch, Key, Job, Listing go in; Commit, Recorded, Appended, Replayed, Listed
            come out; Position (version, head) and GENESIS, where every stream begins; new_stream_id
store       Store(Pool(url)): append, replayed, read, commits, commit_of_decision, head, heads, secret(s), listing(s)
listings    Query and Page of Store.listings
errors      StaleVersion, KeyReused, Unavailable, NotCanonical, ChainBroken, MigrationFailed
pool        Pool(url), connect(url): connections with the rights of the runtime role
chain       canonical, seal, verify; salts, leaves and heads for those who check a record
audit       verified(pool, stream): a stored stream against its chain
history     effective(events, base), rewound_to(event), History: what is left of the game after rewinds
snapshots   latest, save: states that need not be folded again
upcasts     upcast("x.y.v1"): old payloads brought to the next version on read
feed        follow the whole log without gaps; Projection, lag
outbox      claim, renew, finish, release; forgotten: tables that wait for a worker without a row
migrate     migrate(url), pending(url)
rebase      rebase(url): after a dump was restored into another server
faults      reach(name): places at which tests kill the process

A move is one append:

    position = store.append(Batch(changes=(Change(stream=table, expected=position, events=(...), meta=Meta(...),
                                                  salt_key=key),))).position
"""
