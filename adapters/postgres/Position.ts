/**
 * How far a server has come: the timeline of the primary that wrote, and the place in its log up to which everything is seen. A
 * replica that has come as far as a position shows all that was told with it.
 */
import type { SqlClient, SqlError } from "@effect/sql"
import { Effect } from "effect"

export interface Position {
  readonly timeline: number
  /** In bytes. */
  readonly place: number
}

/** The position that a text names; null where no server gave it. */
export const parse = (text: string): Position | null => {
  const [, timeline, place] = /^(\d{1,9})-(\d{1,15})$/.exec(text) ?? []
  return timeline === undefined ? null : { timeline: Number(timeline), place: Number(place) }
}

export const format = ({ timeline, place }: Position): string => `${timeline}-${place}`

/** Whether `a` shows less than `b`. What a primary told is in the log of whoever replaced it, so a later timeline has it all. */
export const isBehind = (a: Position, b: Position): boolean =>
  a.timeline === b.timeline ? a.place < b.place : a.timeline < b.timeline

/** The furthest position that a server was seen at. */
export class Latest {
  seen: Position | null = null

  saw(text: string): Position | null {
    const position = parse(text)
    if (position !== null && (this.seen === null || isBehind(this.seen, position))) this.seen = position
    return position
  }
}

/** What was replayed is visible; what a primary shows was flushed before. The timeline of a replica is the last that it was told. */
export const positionFunction = `
create function agent_court.position() returns text language plpgsql volatile as $$
declare
  told int := coalesce((select max(timeline) from agent_court.timelines), 0);
begin
  if pg_is_in_recovery() then
    return told || '-' || pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0');
  end if;
  return ('x' || left(pg_walfile_name(pg_current_wal_flush_lsn()), 8))::bit(32)::int
    || '-' || pg_wal_lsn_diff(pg_current_wal_flush_lsn(), '0/0');
end $$`

/** Asks a server how far it has come. */
export const askPosition = (sql: SqlClient.SqlClient): Effect.Effect<string, SqlError.SqlError> =>
  sql.unsafe<{ readonly position: string }>("select agent_court.position() as position").pipe(
    Effect.map((rows) => rows[0]?.position ?? "none"),
    Effect.withTracerEnabled(false),
  )

/** Tells the replicas, by way of the log, which timeline the primary writes. */
export const tellTimeline =
  "insert into agent_court.timelines values (split_part(agent_court.position(), '-', 1)::int) on conflict do nothing"
