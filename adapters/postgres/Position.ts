/**
 * The position of a server: the timeline of its primary, and the place in the write-ahead log up to which everything is visible. A
 * replica that has reached the position of an answer shows everything that the answer showed.
 */
import type { SqlClient, SqlError } from "@effect/sql"
import { Effect } from "effect"

/** A position in the log of a server: its timeline, and the place in bytes. */
export interface Position {
  readonly timeline: number
  readonly place: number
}

/** The position that a text names; null if the text is not a position that a server gave. */
export const parse = (text: string): Position | null => {
  const [, timeline, place] = /^(\d{1,9})-(\d{1,15})$/.exec(text) ?? []
  return timeline === undefined ? null : { timeline: Number(timeline), place: Number(place) }
}

export const format = ({ timeline, place }: Position): string => `${timeline}-${place}`

/** Whether `a` shows less than `b`. A later timeline has everything of an earlier one, because its primary took over the log. */
export const isBehind = (a: Position, b: Position): boolean =>
  a.timeline === b.timeline ? a.place < b.place : a.timeline < b.timeline

/** The furthest position at which a server was seen; null before the first. */
export class Latest {
  seen: Position | null = null

  /** Notes the position that a server gave, and returns it; null if the text is not a position. */
  saw(text: string): Position | null {
    const position = parse(text)
    if (position !== null && (this.seen === null || isBehind(this.seen, position))) this.seen = position
    return position
  }
}

/**
 * A replica shows what it has replayed, and a primary what it has flushed. A replica can't tell the timeline of its primary by itself,
 * so the primary writes it into a table.
 */
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

export const askPosition = (sql: SqlClient.SqlClient): Effect.Effect<string, SqlError.SqlError> =>
  sql.unsafe<{ readonly position: string }>("select agent_court.position() as position").pipe(
    Effect.map((rows) => rows[0]?.position ?? "none"),
    Effect.withTracerEnabled(false),
  )

/** Writes the timeline of the primary to the place from which its replicas read it. */
export const writeTimeline =
  "insert into agent_court.timelines values (split_part(agent_court.position(), '-', 1)::int) on conflict do nothing"
