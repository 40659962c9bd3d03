/**
 * The search vector of an index entry's words. `array_to_tsvector` takes them as they are. A text search configuration would split,
 * stem and drop some of them.
 */
export const wordsVector = "array_to_tsvector(string_to_array(words, ' '))"

/** The statements that make the tables. Ids, names and keys are compared by their bytes; bodies are JSON texts, stored unchanged. */
export const tables: ReadonlyArray<string> = [
  `create table agent_court.records (
    kind text collate "C" not null,
    id text collate "C" not null,
    version bigint not null,
    number bigint,
    body json not null,
    primary key (kind, id)
  ) with (fillfactor = 90)`,
  `create table agent_court.entries (
    index text collate "C" not null,
    key text collate "C" not null,
    kind text collate "C" not null,
    id text collate "C" not null,
    words text,
    primary key (index, key)
  )`,
  `create index entries_words on agent_court.entries using gin (${wordsVector}) where words is not null`,
  `create index entries_of_record on agent_court.entries (kind, id)`,
  // Draws the places of entries in lists that have the order of the commits.
  `create sequence agent_court.places`,
  `create table agent_court.claims (name text collate "C" primary key, holder text collate "C" not null)`,
  // "tx" is the transaction's id plus the shift of the epoch: see Functions.ts on the order of the journal.
  `create table agent_court.events (
    tx bigint not null,
    position bigint generated always as identity,
    id text collate "C" not null,
    at bigint not null,
    type text collate "C" not null,
    subject text collate "C" not null,
    rules json not null,
    data json not null,
    primary key (tx, position)
  )`,
  `create index events_of_subject on agent_court.events (subject, tx, position)`,
  // Events are only added: nothing that was published is changed or removed.
  `create function agent_court.refuse() returns trigger language plpgsql as $$
    begin raise exception 'the journal is never changed' using errcode = '42501'; end $$`,
  `create trigger final before update or delete or truncate on agent_court.events
    for each statement execute function agent_court.refuse()`,
  `create table agent_court.epoch (shift bigint not null)`,
  `insert into agent_court.epoch values (0)`,
  `create table agent_court.tasks (
    id text collate "C" primary key,
    kind text collate "C" not null,
    due_at bigint not null,
    body json not null,
    token text collate "C",
    leased_until bigint
  ) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02)`,
  `create index tasks_due on agent_court.tasks (due_at, id)`,
  `create table agent_court.blobs (sha256 text collate "C" primary key, text text not null)`,
  // A tally is the sum of its stripes. Simultaneous commits add to different rows, so they don't wait for each other.
  `create table agent_court.tallies (
    name text collate "C" not null,
    stripe int not null,
    value bigint not null,
    primary key (name, stripe)
  ) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02)`,
  `create table agent_court.receipts (
    id text collate "C" primary key,
    fingerprint text collate "C" not null,
    reply json not null,
    numbers json not null,
    expires_at bigint not null
  )`,
  `create index receipts_expired on agent_court.receipts (expires_at)`,
]
