/** The function of the database that commits a batch of change sets. */
import { byKey } from "./Functions.ts"
import { parameters, rows } from "./Sections.ts"

/** The number of digits in the two parts of a place. */
const digits = { commit: 16, row: 6 }

/** SQL: whether the entry `e` is the entry that the row `q` of the section `placed` asks for, whatever its place. */
const isPlacedAlready = (q: string) =>
  `e.kind = ${q}.kind and e.id = ${q}.id and e.index = ${q}.index
      and e.key = ${q}.list || substr(e.key, length(${q}.list) + 1, ${digits.commit + digits.row}) || '/' || ${q}.rest`

/**
 * Commits several change sets, each independently of the others. No set writes a name that another one uses. It looks up the receipts, checks all
 * preconditions, and then writes everything of the sets that passed. `s` is the number of the set that a row belongs to.
 *
 * First it locks every name that a set reads or writes, whether the row exists or not, in the order of the locks' numbers. So two
 * commits of which one writes a name of the other take turns without a deadlock. Each statement sees what was committed before the statement began
 * (READ COMMITTED), which includes every commit that a lock waited for. Rows without a lock (blobs, tallies), and tasks that are
 * set, whose lock is shared, are written in the order of their keys, and at the same point of every commit.
 *
 * The lists of placed entries are locked last, again in the order of the locks' numbers. The place of an entry is a number that the
 * commit draws while it holds these locks, followed by the number of the row. The locks are held until others can see the commit. So
 * the places of each list rise in the order of the commits, and no reader sees a later place before an earlier one.
 *
 * Records and entries that are new are inserted without `on conflict`, which would look for each of them once more. The checks have
 * found that the record does not exist, nobody else can write it meanwhile, and an entry's key ends with the id of its record.
 *
 * `in_at` is the earliest instant of the sets, and `in_sets` their number. `in_firsts` has, for each set and for the end, the place of
 * its first number among the numbers of the batch, counted from 1.
 */
export const commitFunction = `
create function agent_court.commit(
  in_at bigint, in_sets int, in_writes text[], in_reads text[], in_firsts int[], ${parameters}
) returns text language plpgsql volatile ${byKey} as $$
declare
  answered json; stale json; taken json; lost json;
  -- The number drawn for each row that asks for one.
  drawn int8[]; all_series text[]; one_series text; sequences regclass[] := '{}'; again record;
  skip int[] := '{}'; bad int[];
  tx int8; place text;
  -- Whether the store has a receipt of one of these ids, and another version than one of the sets rests on.
  known boolean; differs boolean;
begin
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'agent_court.commit needs READ COMMITTED' using errcode = '25001';
  end if;
  perform case when l.exclusive then pg_advisory_xact_lock(l.number) else pg_advisory_xact_lock_shared(l.number) end
  from (
    select hashtextextended(name, 0) as number, true as exclusive from unnest(in_writes) name
    union all
    select hashtextextended(name, 0), false from unnest(in_reads) name
    order by number, exclusive desc
  ) l;

  -- Most batches repeat nothing and rest on nothing that has changed, so what has is listed only if there is something.
  select
    exists (select from ${rows("receipts")} q join agent_court.receipts r on r.id = q.id),
    exists (
      select from ${rows("checks")} q left join agent_court.records r on r.kind = q.kind and r.id = q.id
      where coalesce(r.version, 0) <> q.version)
  into known, differs;
  if known then
    select json_agg(json_build_object('s', q.s, 'same', r.fingerprint = q.fingerprint, 'fingerprint', r.fingerprint,
      'reply', r.reply, 'numbers', r.numbers, 'expiresAt', r.expires_at)), array_agg(q.s) into answered, bad
    from ${rows("receipts")} q
    join agent_court.receipts r on r.id = q.id and r.expires_at > q.at;
    skip := skip || bad;
  end if;
  if differs then
    select json_agg(json_build_array(q.s, q.kind, q.id)), array_agg(q.s) into stale, bad
    from ${rows("checks")} q
    left join agent_court.records r on r.kind = q.kind and r.id = q.id
    where coalesce(r.version, 0) <> q.version and q.s <> all (skip);
  end if;
  if in_claims is not null then
    select json_agg(json_build_array(q.s, q.name)), bad || array_agg(q.s) into taken, bad
    from ${rows("claims")} q
    left join agent_court.claims c on c.name = q.name
    where q.s <> all (skip) and (q.torn or c.holder <> q.holder and not exists (
      select from ${rows("releases")} l
      where l.s = q.s and l.name = q.name and l.holder = c.holder));
  end if;
  if in_settles is not null then
    perform from agent_court.tasks
    where id = any (array(select id from ${rows("settles")} q)) order by id for update;
    select json_agg(json_build_array(q.s, q.id)), bad || array_agg(q.s) into lost, bad
    from ${rows("settles")} q
    left join agent_court.tasks t on t.id = q.id
    where t.token is distinct from q.token and q.s <> all (skip);
  end if;
  skip := skip || bad;

  if in_numbers is not null then
    all_series := array(select distinct q.series collate "C" from ${rows("numbers")} q order by 1);
    foreach one_series in array all_series loop
      sequences := sequences || agent_court.begin_series(one_series);
    end loop;
    drawn := array(
      select case when q.s <> all (skip) then nextval(sequences[array_position(all_series, q.series)]) end
      from ${rows("numbers")} q);
    if in_repeated is not null then
      for again in
        select in_firsts[q.s + 1] + q.place as place, in_firsts[q.s + 1] + q.last as last from ${rows("repeated")} q
      loop
        drawn[again.place] := drawn[again.last];
      end loop;
    end if;
  end if;
  if in_added is not null then
    insert into agent_court.records (kind, id, version, number, body)
    select q.kind, q.id, 1, drawn[in_firsts[q.s + 1] + q.place], q.body
    from ${rows("added")} q
    where q.s <> all (skip);
  end if;
  if in_changed is not null then
    insert into agent_court.records as r (kind, id, version, number, body)
    select q.kind, q.id, q.expected + 1, drawn[in_firsts[q.s + 1] + q.place], q.body
    from ${rows("changed")} q
    where q.s <> all (skip)
    on conflict (kind, id) do update
      set version = excluded.version, number = coalesce(r.number, excluded.number), body = excluded.body;
    delete from agent_court.entries e
    using ${rows("changed")} q
    where q.s <> all (skip) and e.kind = q.kind and e.id = q.id and not exists (
      select from ${rows("entries")} n
      where n.s = q.s and n.index = e.index and n.key = e.key and n.words is not distinct from e.words)
      and not exists (select from ${rows("placed")} n where n.s = q.s and ${isPlacedAlready("n")});
    if in_placed is not null then
      in_placed := array(
        select unnest(array[q.s::text, q.index, q.list, q.rest, q.kind, q.id, q.words, 'true'])
        from ${rows("placed")} q
        where q.new or not exists (select from agent_court.entries e where ${isPlacedAlready("q")}));
    end if;
  end if;
  if in_entries is not null then
    insert into agent_court.entries (index, key, kind, id, words)
    select index, key, kind, id, words from ${rows("entries")} q where s <> all (skip)
    on conflict (index, key) do nothing;
  end if;
  if in_placed is not null then
    perform pg_advisory_xact_lock(l.number)
    from (
      select hashtextextended('list/' || q.index || '/' || q.list, 0) as number
      from ${rows("placed")} q where q.s <> all (skip) and q.list is not null
      order by number
    ) l;
    if found then
      place := lpad(nextval('agent_court.places')::text, ${digits.commit}, '0');
    end if;
    insert into agent_court.entries (index, key, kind, id, words)
    select q.index,
      case when q.list is null then q.rest
        else q.list || place || lpad(q.n::text, ${digits.row}, '0') || '/' || q.rest end,
      q.kind, q.id, q.words
    from ${rows("placed")} q where q.s <> all (skip);
  end if;
  if in_releases is not null then
    delete from agent_court.claims c using ${rows("releases")} q
    where q.s <> all (skip) and c.name = q.name and c.holder = q.holder;
  end if;
  if in_claims is not null then
    insert into agent_court.claims (name, holder)
    select name, holder from ${rows("claims")} q where s <> all (skip)
    on conflict (name) do nothing;
  end if;
  if in_settles is not null then
    delete from agent_court.tasks t using ${rows("settles")} q
    where q.s <> all (skip) and t.id = q.id;
  end if;
  if in_cancels is not null then
    delete from agent_court.tasks t using ${rows("cancels")} q
    where q.s <> all (skip) and t.id = q.id;
  end if;
  if in_tasks is not null then
    -- If a task waits already just as a set asks for it, it is not written again, because all commits that set it would take turns. No worker
    -- can lease it before this commit ends: the worker would not see what the commit writes.
    with asked as materialized (
      select distinct on (id) id, kind, due, body from ${rows("tasks")} q where s <> all (skip) order by id, n desc
    ), waiting as materialized (
      select t.id from agent_court.tasks t
      where t.id = any (array(select id from asked)) and t.token is null and exists (
        select from asked q
        where q.id = t.id and q.kind = t.kind and q.due = t.due_at and q.body::text = t.body::text)
      order by t.id for share of t
    )
    insert into agent_court.tasks (id, kind, due_at, body)
    select id, kind, due, body from asked where id not in (select id from waiting) order by id
    on conflict (id) do update set kind = excluded.kind, due_at = excluded.due_at, body = excluded.body,
      token = null, leased_until = null;
  end if;
  if in_events is not null then
    tx := pg_current_xact_id()::text::bigint + (select shift from agent_court.epoch);
    insert into agent_court.events (tx, id, at, type, subject, rules, data)
    select tx, q.id, q.at, q.type, q.subject, q.rules,
      -- The number goes into the text as it came: jsonb would take the data apart.
      case when q.place is null then q.data
        else left(q.data, -1) || ',"sequence":' || drawn[in_firsts[q.s + 1] + q.place] || '}' end::json
    from ${rows("events")} q
    where q.s <> all (skip);
  end if;
  if in_receipts is not null then
    -- A set that passed may still find a receipt that has expired.
    if known then
      delete from agent_court.receipts r using ${rows("receipts")} q where q.s <> all (skip) and r.id = q.id;
    end if;
    insert into agent_court.receipts (id, fingerprint, reply, numbers, expires_at)
    select q.id, q.fingerprint, q.reply,
      array_to_json(coalesce(drawn[in_firsts[q.s + 1] : in_firsts[q.s + 2] - 1], '{}')), q.expires
    from ${rows("receipts")} q
    where q.s <> all (skip);
    -- Expired receipts go a few at a time, an hour late, so that a clock that is a little behind still finds its own.
    delete from agent_court.receipts where id = any (array(
      select id from agent_court.receipts
      where expires_at <= in_at - 3600000
      order by expires_at limit 2 * in_sets + 2 for update skip locked));
  end if;
  if in_drops is not null then
    perform from agent_court.blobs
    where sha256 = any (array(select sha256 from ${rows("drops")} q where s <> all (skip)))
    order by sha256 for update;
    delete from agent_court.blobs b using ${rows("drops")} q where q.s <> all (skip) and b.sha256 = q.sha256;
  end if;
  if in_blobs is not null then
    insert into agent_court.blobs (sha256, text)
    select distinct on (sha256) sha256, text from ${rows("blobs")} q where s <> all (skip) order by sha256
    on conflict (sha256) do nothing;
  end if;
  if in_tallies is not null then
    insert into agent_court.tallies as t (name, stripe, value)
    select name, pg_backend_pid() % 16, sum(add)
    from ${rows("tallies")} q where s <> all (skip)
    group by name order by name
    on conflict (name, stripe) do update set value = t.value + excluded.value;
  end if;
  return json_build_object('answered', answered, 'stale', stale, 'taken', taken, 'lost', lost, 'drawn', drawn);
end $$`
