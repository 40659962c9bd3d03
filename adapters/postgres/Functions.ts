/** The functions of the database that read, lease and draw numbers. */
import { wordsVector } from "./Tables.ts"

/**
 * Each operation of the store is one function in the database, and so one round trip. The functions take and give JSON as text (see
 * Text.ts of the stores), except that a commit takes arrays (Sections.ts).
 *
 * These settings make the planner read every table by key, and a page along its index. By itself it would keep plans from the time when
 * a table was empty, and it can't know how far a page is from the end of its range.
 */
const byKey = `
  set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off
  set enable_hashjoin = off set enable_mergejoin = off
  set plan_cache_mode = force_generic_plan set jit = off`

const read = `
create function agent_court.read(refs json) returns text language plpgsql stable ${byKey} as $$
begin
  return (
    select json_agg(case when r.id is null then null else json_build_array(r.version, r.number, r.body) end order by q.n)
    from rows from (json_to_recordset(refs) as (kind text, id text)) with ordinality as q (kind, id, n)
    left join agent_court.records r on r.kind = q.kind and r.id = q.id
  );
end $$`

// The prefix with four times the last code point comes after every key that begins with the prefix. A key may be empty, so the page
// begins at a key that is not `after` itself.
const list = `
create function agent_court.list(in_index text, prefix text, after text, page int) returns text
language plpgsql stable ${byKey} as $$
declare
  beyond text := prefix || repeat(chr(1114111), 4);
  least_key text := greatest(prefix, coalesce(after, ''));
begin
  return (
    select coalesce(json_agg(json_build_array(e.key, r.kind, r.id, r.version, r.number, r.body) order by e.key), '[]')
    from (
      select * from agent_court.entries
      where index = in_index and key >= least_key and key is distinct from after and key < beyond
        and starts_with(key, prefix)
      order by key limit page
    ) e
    join agent_court.records r on r.kind = e.kind and r.id = e.id
  );
end $$`

// The index of words finds the entries first. Then their keys are compared with the range, and phrases with the text of the words,
// since a tsvector has at most 256 positions of a word. `quote_literal` keeps a word from being read as an operator of the query.
const search = `
create function agent_court.search(in_index text, prefix text, after text, page int, phrases json) returns text
language plpgsql stable set enable_seqscan = off set plan_cache_mode = force_generic_plan set jit = off as $$
declare
  beyond text := prefix || repeat(chr(1114111), 4);
  least_key text := greatest(prefix, coalesce(after, ''));
  wanted tsquery := (
    select string_agg(distinct quote_literal(word), ' & ')::tsquery
    from json_array_elements_text(phrases) phrase, string_to_table(phrase, ' ') word);
begin
  return (
    with holding as materialized (
      select * from agent_court.entries where words is not null and ${wordsVector} @@ wanted
    )
    select coalesce(json_agg(json_build_array(e.key, r.kind, r.id, r.version, r.number, r.body) order by e.key), '[]')
    from (
      select * from holding
      where index = in_index and key >= least_key and key is distinct from after and key < beyond
        and starts_with(key, prefix)
        and not exists (
          select from json_array_elements_text(phrases) phrase
          where strpos(phrase, ' ') > 0 and strpos(' ' || words || ' ', ' ' || phrase || ' ') = 0)
      order by key limit page
    ) e
    join agent_court.records r on r.kind = e.kind and r.id = e.id
  );
end $$`

const tallies = `
create function agent_court.tallies(names json) returns text language plpgsql stable ${byKey} as $$
begin
  return (
    select json_agg(
      coalesce((select sum(t.value) from agent_court.tallies t where t.name = q.name), 0) order by q.n)
    from json_array_elements_text(names) with ordinality as q (name, n)
  );
end $$`

// Events have the order of (transaction, position). Only events of transactions older than the oldest open one are given, so that no
// later event can get an earlier place. "behind" is the newest transaction whose events are visible but must wait for older ones.
const journal = `
create function agent_court.journal(of_subject text, after_tx bigint, after_position bigint, page int) returns text
language plpgsql stable ${byKey} as $$
declare
  horizon bigint := pg_snapshot_xmin(pg_current_snapshot())::text::bigint + (select shift from agent_court.epoch);
  items json;
  behind bigint;
begin
  if of_subject is null then
    select json_agg(json_build_array(e.tx, e.position, e.id, e.at, e.type, e.subject, e.rules, e.data)
      order by e.tx, e.position) into items
    from (select * from agent_court.events
      where (tx, position) > (after_tx, after_position) and tx < horizon
      order by tx, position limit page) e;
    select max(tx) into behind from agent_court.events where tx >= horizon;
  else
    select json_agg(json_build_array(e.tx, e.position, e.id, e.at, e.type, e.subject, e.rules, e.data)
      order by e.tx, e.position) into items
    from (select * from agent_court.events
      where subject = of_subject and (tx, position) > (after_tx, after_position) and tx < horizon
      order by tx, position limit page) e;
    select max(tx) into behind from agent_court.events where subject = of_subject and tx >= horizon;
  end if;
  return json_build_object('items', coalesce(items, '[]'), 'horizon', horizon, 'behind', behind);
end $$`

const holder = `
create function agent_court.holder(names json) returns text language plpgsql stable ${byKey} as $$
begin
  return (
    select json_agg(c.holder order by q.n)
    from json_array_elements_text(names) with ordinality as q (name, n)
    left join agent_court.claims c on c.name = q.name
  );
end $$`

const receipt = `
create function agent_court.receipt(asked json) returns text language plpgsql stable ${byKey} as $$
begin
  return (
    select json_agg(case when r.id is null then null else json_build_object('fingerprint', r.fingerprint,
      'reply', r.reply, 'numbers', r.numbers, 'expiresAt', r.expires_at) end order by q.n)
    from rows from (json_to_recordset(asked) as (id text, now bigint)) with ordinality as q (id, now, n)
    left join agent_court.receipts r on r.id = q.id and r.expires_at > q.now
  );
end $$`

const lease = `
create function agent_court.lease(kinds json, worker text, now bigint, until bigint, most int) returns text
language plpgsql volatile ${byKey} as $$
declare
  wanted text[] := case when kinds is null then null else array(select json_array_elements_text(kinds)) end;
  leased json;
begin
  with due as materialized (
    select id from agent_court.tasks
    where due_at <= now and (leased_until is null or leased_until <= now) and (wanted is null or kind = any (wanted))
    order by due_at, id limit most for update skip locked
  ), taken as (
    update agent_court.tasks t set token = worker || '/' || gen_random_uuid(), leased_until = until
    from due where t.id = due.id
    returning t.id, t.kind, t.due_at, t.body, t.token
  )
  select json_agg(json_build_array(id, kind, due_at, body, token) order by due_at, id) into leased from taken;
  return coalesce(leased, '[]');
end $$`

// Each series has a sequence, so a number is drawn without a lock that lasts until the commit. Only the first commits of a series wait
// for each other. The session that waited says "if not exists", since its session may still remember that the sequence was missing.
const beginSeries = `
create function agent_court.begin_series(series text) returns regclass language plpgsql volatile as $$
declare
  name text := 'agent_court.series_' || md5(series);
  sequence regclass := to_regclass(name);
begin
  if sequence is not null then return sequence; end if;
  perform pg_advisory_xact_lock(hashtextextended('series/' || series, 0));
  sequence := to_regclass(name);
  if sequence is not null then return sequence; end if;
  execute format('create sequence if not exists %s', name);
  execute format('comment on sequence %s is %L', name, series);
  return to_regclass(name);
end $$`

export const functions: ReadonlyArray<string> = [
  read,
  holder,
  list,
  search,
  tallies,
  journal,
  receipt,
  lease,
  beginSeries,
]
export { byKey }
