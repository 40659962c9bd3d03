/** When the cluster itself takes writes: on each node a loop of plain psql, which knows nothing of the court. */
import { execFileSync, spawn } from "node:child_process"
import { createInterface } from "node:readline"
import { hosts, urlOf } from "./Cluster.ts"

export interface Beats {
  /** The first write on another host than this one after an instant; null while there is none. In ms of the epoch. */
  readonly firstElsewhere: (host: string, after: number) => number | null
}

const loop = `while :; do
  timeout 3 psql -qc 'insert into beats default values' "$1" 2>/dev/null && date +%s%3N
  sleep 0.25
done`

export const psql = (statement: string, database: string): string =>
  execFileSync("psql", ["-Atqc", statement, `${urlOf(database)}?target_session_attrs=read-write`], {
    encoding: "utf8",
  }).trim()

const reached = "until psql -qc 'select 1' \"$1\" >/dev/null 2>&1; do sleep 0.2; done"

/** Makes a database and waits until every node has it: who asks a node that lags for it is refused, and looks no further. */
export const createDatabase = (name: string): void => {
  psql(`create database ${name}`, "postgres")
  for (const host of hosts)
    execFileSync("timeout", ["30", "bash", "-c", reached, "bash", urlOf(name, [host])])
}

/** Starts the loops. They write to a database of their own. */
export const start = (): Beats => {
  createDatabase("beats")
  psql("create table beats (at timestamptz not null default now())", "beats")
  const seen: Array<{ readonly host: string; readonly at: number }> = []
  for (const host of hosts) {
    const url = `${urlOf("beats", [host])}?target_session_attrs=read-write&connect_timeout=2`
    const child = spawn("bash", ["-c", loop, "bash", url], { stdio: ["ignore", "pipe", "ignore"] })
    createInterface({ input: child.stdout }).on("line", (line) => seen.push({ host, at: Number(line) }))
  }
  return {
    firstElsewhere: (not, after) => seen.find(({ host, at }) => host !== not && at > after)?.at ?? null,
  }
}
