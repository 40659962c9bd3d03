import { byKey } from "./Functions.ts"

/**
 * Commits several change sets that touch nothing in common, each on its own: receipts looked up, all preconditions
 * examined, then everything written for the sets that passed. `s` says which set a row belongs to.
 *
 * What a set touches is locked first, whether it is there or not, in the order of the locks' numbers: two commits
 * that touch one thing take turns, and none waits for one that waits for it. Each statement sees what was committed
 * before it began (READ COMMITTED), hence everything that a lock waited for. Rows that locks don't cover (blobs,
 * tallies) are written in the order of their keys, in the same place of every commit.
 *
 * A recordset turns a JSON null into SQL's, hence the `coalesce` of every body. Reading one costs as much as writing its rows, so each
 * is read as seldom as can be. `in_at` is the earliest instant of the sets, `in_sets` how many there are.
 */
export const commitFunction = `
create function agent_court.commit(
  in_at bigint, in_sets int,
  in_writes json, in_reads json, in_receipts json, in_checks json, in_puts json, in_changed json,
  in_entries json, in_numbers json, in_claims json, in_releases json, in_settles json, in_cancels json,
  in_tasks json, in_events json, in_blobs json, in_tallies json
) returns text language plpgsql volatile ${byKey} as $$
declare
  answered json; stale json; taken json; lost json;
  -- Numbers that were drawn: of which set, which of its own, for which record.
  drawn_s int[]; drawn_i int[]; drawn_kind text[]; drawn_id text[]; drawn int8[];
  skip int[] := '{}'; bad int[];
begin
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'agent_court.commit needs READ COMMITTED' using errcode = '25001';
  end if;
  perform case when l.exclusive then pg_advisory_xact_lock(l.number) else pg_advisory_xact_lock_shared(l.number) end
  from (
    select number, bool_or(exclusive) as exclusive
    from (
      select hashtextextended(value, 0) as number, true as exclusive from json_array_elements_text(in_writes)
      union all
      select hashtextextended(value, 0), false from json_array_elements_text(in_reads)
    ) named
    group by number order by number
  ) l;

  if in_receipts is not null then
    select json_agg(json_build_object('s', q.s, 'same', r.fingerprint = q.fingerprint, 'fingerprint', r.fingerprint,
      'reply', r.reply, 'numbers', r.numbers, 'expiresAt', r.expires_at)), array_agg(q.s) into answered, bad
    from json_to_recordset(in_receipts) as q (s int, at bigint, id text, fingerprint text)
    join agent_court.receipts r on r.id = q.id and r.expires_at > q.at;
    skip := skip || bad;
  end if;

  if in_checks is not null then
    select json_agg(json_build_array(q.s, q.kind, q.id)), array_agg(q.s) into stale, bad
    from json_to_recordset(in_checks) as q (s int, kind text, id text, version bigint)
    left join agent_court.records r on r.kind = q.kind and r.id = q.id
    where coalesce(r.version, 0) <> q.version and q.s <> all (skip);
  end if;
  if in_claims is not null then
    select json_agg(json_build_array(q.s, q.name)), bad || array_agg(q.s) into taken, bad
    from json_to_recordset(in_claims) as q (s int, name text, holder text, torn boolean)
    left join agent_court.claims c on c.name = q.name
    where q.s <> all (skip) and (q.torn or c.holder <> q.holder and not exists (
      select from json_to_recordset(in_releases) as l (s int, name text, holder text)
      where l.s = q.s and l.name = q.name and l.holder = c.holder));
  end if;
  if in_settles is not null then
    perform from agent_court.tasks
    where id = any (array(select id from json_to_recordset(in_settles) as q (id text))) order by id for update;
    select json_agg(json_build_array(q.s, q.id)), bad || array_agg(q.s) into lost, bad
    from json_to_recordset(in_settles) as q (s int, id text, token text)
    left join agent_court.tasks t on t.id = q.id
    where t.token is distinct from q.token and q.s <> all (skip);
  end if;
  skip := skip || bad;

  if in_numbers is not null then
    perform agent_court.begin_series(series) from (
      select distinct series collate "C" as series from json_to_recordset(in_numbers) as q (series text) order by 1
    ) each_series;
    select array_agg(s), array_agg(i), array_agg(kind), array_agg(id), array_agg(number)
    into drawn_s, drawn_i, drawn_kind, drawn_id, drawn
    from (
      select s, i, kind, id, max(number) over (partition by s, kind, id) as number
      from (
        select s, i, kind, id, nextval(to_regclass(agent_court.sequence_of(series))) as number
        from json_to_recordset(in_numbers) as q (s int, i int, kind text, id text, series text) where s <> all (skip)
      ) each_one
    ) last_one;
  end if;
  if in_puts is not null then
    insert into agent_court.records as r (kind, id, version, number, body)
    select q.kind, q.id, q.expected + 1, d.number, coalesce(q.body, 'null')
    from json_to_recordset(in_puts) as q (s int, kind text, id text, expected bigint, body json)
    left join (
      select distinct s, kind, id, number
      from unnest(drawn_s, drawn_kind, drawn_id, drawn) as d (s, kind, id, number)
    ) d on d.s = q.s and d.kind = q.kind and d.id = q.id
    where q.s <> all (skip)
    on conflict (kind, id) do update
      set version = excluded.version, number = coalesce(r.number, excluded.number), body = excluded.body;
  end if;
  if in_changed is not null then
    delete from agent_court.entries e
    using json_to_recordset(in_changed) as q (s int, kind text, id text)
    where q.s <> all (skip) and e.kind = q.kind and e.id = q.id and not exists (
      select from json_to_recordset(in_entries) as n (s int, index text, key text, words text)
      where n.s = q.s and n.index = e.index and n.key = e.key and n.words is not distinct from e.words);
  end if;
  if in_entries is not null then
    insert into agent_court.entries (index, key, kind, id, words)
    select index, key, kind, id, words
    from json_to_recordset(in_entries) as q (s int, index text, key text, kind text, id text, words text)
    where s <> all (skip)
    on conflict (index, key) do nothing;
  end if;
  if in_releases is not null then
    delete from agent_court.claims c using json_to_recordset(in_releases) as q (s int, name text, holder text)
    where q.s <> all (skip) and c.name = q.name and c.holder = q.holder;
  end if;
  if in_claims is not null then
    insert into agent_court.claims (name, holder)
    select name, holder from json_to_recordset(in_claims) as q (s int, name text, holder text) where s <> all (skip)
    on conflict (name) do nothing;
  end if;
  if in_settles is not null then
    delete from agent_court.tasks t using json_to_recordset(in_settles) as q (s int, id text)
    where q.s <> all (skip) and t.id = q.id;
  end if;
  if in_cancels is not null then
    delete from agent_court.tasks t using json_to_recordset(in_cancels) as q (s int, id text)
    where q.s <> all (skip) and t.id = q.id;
  end if;
  if in_tasks is not null then
    insert into agent_court.tasks (id, kind, due_at, body)
    select id, kind, due, coalesce(body, 'null')
    from json_to_recordset(in_tasks) as q (s int, id text, kind text, due bigint, body json) where s <> all (skip)
    on conflict (id) do update set kind = excluded.kind, due_at = excluded.due_at, body = excluded.body,
      token = null, leased_until = null;
  end if;
  if in_events is not null then
    insert into agent_court.events (tx, id, at, type, subject, rules, data)
    select pg_current_xact_id()::text::bigint + p.shift, q.id, q.at, q.type, q.subject, q.rules, coalesce(q.data, 'null')
    from rows from (json_to_recordset(in_events)
      as (s int, id text, at bigint, type text, subject text, rules json, data json)) with ordinality
      as q (s, id, at, type, subject, rules, data, n), agent_court.epoch p
    where q.s <> all (skip) order by q.n;
  end if;
  if in_receipts is not null then
    insert into agent_court.receipts as r (id, fingerprint, reply, numbers, expires_at)
    select q.id, q.fingerprint, coalesce(q.reply, 'null'), coalesce(d.numbers, '[]'), q.expires
    from json_to_recordset(in_receipts) as q (s int, id text, fingerprint text, reply json, expires bigint)
    left join (
      select s, json_agg(number order by i) as numbers
      from unnest(drawn_s, drawn_i, drawn) as d (s, i, number) group by s
    ) d on d.s = q.s
    where q.s <> all (skip)
    on conflict (id) do update set fingerprint = excluded.fingerprint, reply = excluded.reply,
      numbers = excluded.numbers, expires_at = excluded.expires_at;
    -- Expired receipts go a few at a time, an hour late, so that a clock that is a little behind still finds its own.
    delete from agent_court.receipts where id = any (array(
      select id from agent_court.receipts
      where expires_at <= in_at - 3600000
      order by expires_at limit 2 * in_sets + 2 for update skip locked));
  end if;
  if in_blobs is not null then
    insert into agent_court.blobs (sha256, text)
    select distinct on (sha256) sha256, text
    from json_to_recordset(in_blobs) as q (s int, sha256 text, text text) where s <> all (skip)
    order by sha256
    on conflict (sha256) do nothing;
  end if;
  if in_tallies is not null then
    insert into agent_court.tallies as t (name, stripe, value)
    select name, pg_backend_pid() % 16, sum(add)
    from json_to_recordset(in_tallies) as q (s int, name text, add bigint) where s <> all (skip)
    group by name order by name
    on conflict (name, stripe) do update set value = t.value + excluded.value;
  end if;
  return json_build_object('answered', answered, 'stale', stale, 'taken', taken, 'lost', lost, 'drawn', (
    select json_agg(json_build_array(s, i, number)) from unnest(drawn_s, drawn_i, drawn) as d (s, i, number)));
end $$`
