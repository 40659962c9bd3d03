/** Records when the cluster itself accepts writes: a loop of plain psql writes to each node, independently of the court. */
import { execFileSync, spawn } from "node:child_process"
import { createInterface } from "node:readline"
import { hosts, urlOf } from "./Cluster.ts"

export interface Beats {
  /** When the first write after an instant succeeded on a host other than this one, in ms of the epoch; null before such a write. */
  readonly firstElsewhere: (excluded: string, after: number) => number | null
}

const writeLoop = `while :; do
  timeout 3 psql -qc 'insert into beats default values' "$1" 2>/dev/null && date +%s%3N
  sleep 0.25
done`

/** Runs a statement on the primary and gives what psql prints. */
export const psql = (statement: string, database: string): string =>
  execFileSync("psql", ["-Atqc", statement, `${urlOf(database)}?target_session_attrs=read-write`], {
    encoding: "utf8",
  }).trim()

const untilReachable = "until psql -qc 'select 1' \"$1\" >/dev/null 2>&1; do sleep 0.2; done"

/**
 * Creates a database and waits until every node has it. A client that asks a lagging node for it gets an error and tries no other node.
 */
export const createDatabase = (name: string): void => {
  psql(`create database ${name}`, "postgres")
  for (const host of hosts)
    execFileSync("timeout", ["30", "bash", "-c", untilReachable, "bash", urlOf(name, [host])])
}

/** Starts one loop for each node. The loops write to a separate database. */
export const start = (): Beats => {
  createDatabase("beats")
  psql("create table beats (at timestamptz not null default now())", "beats")
  const writes: Array<{ readonly host: string; readonly at: number }> = []
  for (const host of hosts) {
    const url = `${urlOf("beats", [host])}?target_session_attrs=read-write&connect_timeout=2`
    const child = spawn("bash", ["-c", writeLoop, "bash", url], { stdio: ["ignore", "pipe", "ignore"] })
    createInterface({ input: child.stdout }).on("line", (line) => writes.push({ host, at: Number(line) }))
  }
  return {
    firstElsewhere: (excluded, after) =>
      writes.find(({ host, at }) => host !== excluded && at > after)?.at ?? null,
  }
}
