/**
 * A PostgreSQL cluster that fails over by itself: etcd, and three nodes of Patroni and PostgreSQL from Debian's packages, with
 * synchronous replication. Each node has its own network behind a bridge, so a node that is cut off answers nothing at all, like a
 * machine whose cable was pulled. The cluster runs inside Linux namespaces (`enter`) and ends with them.
 */
import { type ChildProcess, execFileSync, spawn } from "node:child_process"
import { once } from "node:events"
import {
  chownSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  writeFileSync,
} from "node:fs"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"

type Fault = "killed" | "frozen" | "cut off"
export const faults: ReadonlyArray<Fault> = ["killed", "frozen", "cut off"]

/** How quickly the cluster notices that the primary is lost, in seconds. Patroni accepts no `ttl` below 20. */
const failover = { ttl: 20, loop_wait: 2, retry_timeout: 5 } as const

const gateway = "10.77.0.1"
const names = ["n1", "n2", "n3"] as const
type Name = (typeof names)[number]
export const addressOf = (name: string): string => `10.77.0.1${name.slice(1)}`
const passwords = { postgres: "rig-superuser", replicator: "rig-replication" } as const

export const hosts: ReadonlyArray<string> = names.map(addressOf)
/** The URL of a database. It names every node unless some are given. */
export const urlOf = (database: string, at: ReadonlyArray<string> = hosts): string =>
  `postgres://postgres:${passwords.postgres}@${at.join(",")}/${database}`

const run = (command: string): string => execFileSync("bash", ["-ec", command], { encoding: "utf8" }).trim()

const settings = (name: Name, folder: string) => {
  const address = addressOf(name)
  return {
    scope: "court",
    name,
    restapi: { listen: `${address}:8008`, connect_address: `${address}:8008` },
    etcd3: { host: `${gateway}:2379` },
    bootstrap: {
      dcs: {
        ...failover,
        synchronous_mode: true,
        synchronous_mode_strict: true,
        postgresql: {
          use_pg_rewind: true,
          use_slots: true,
          parameters: {
            max_connections: 100,
            shared_buffers: "64MB",
            wal_keep_size: "256MB",
            max_wal_size: "512MB",
          },
        },
      },
      initdb: [{ encoding: "UTF8" }, { locale: "C" }, "data-checksums"],
    },
    postgresql: {
      listen: `${address}:5432`,
      connect_address: `${address}:5432`,
      data_dir: join(folder, name, "data"),
      bin_dir: run("ls -d /usr/lib/postgresql/*/bin | tail -1"),
      pgpass: join(folder, name, "pgpass"),
      authentication: {
        superuser: { username: "postgres", password: passwords.postgres },
        replication: { username: "replicator", password: passwords.replicator },
      },
      parameters: { unix_socket_directories: join(folder, name) },
      pg_hba: [
        "local all all trust",
        "host all all 10.77.0.0/24 md5",
        "host replication all 10.77.0.0/24 md5",
      ],
      remove_data_directory_on_rewind_failure: true,
      remove_data_directory_on_diverged_timelines: true,
    },
  }
}

/** Makes the bridge, and a network behind it for each node. */
const network = (): void => {
  run(`ip link set lo up
    mkdir -p /run/netns && mount -t tmpfs none /run/netns
    ip link add court type bridge && ip addr add ${gateway}/24 dev court && ip link set court up`)
  for (const name of names)
    run(`ip netns add ${name}
      ip link add port-${name} type veth peer name eth0 netns ${name}
      ip link set port-${name} master court up
      ip -n ${name} link set lo up && ip -n ${name} addr add ${addressOf(name)}/24 dev eth0
      ip -n ${name} link set eth0 up`)
}

const logged = (folder: string, name: string) => openSync(join(folder, `${name}.log`), "a")

const startEtcd = (folder: string): ChildProcess => {
  const log = logged(folder, "etcd")
  const listen = [
    "--listen-client-urls",
    `http://${gateway}:2379`,
    "--advertise-client-urls",
    `http://${gateway}:2379`,
  ]
  const peers = ["--listen-peer-urls", "http://127.0.0.1:2380"]
  // The data of etcd may be in memory, since no fault hits etcd itself.
  run("mkdir -p /run/netns/etcd && mount -t tmpfs none /run/netns/etcd")
  return spawn("etcd", ["--data-dir", "/run/netns/etcd/data", ...listen, ...peers], {
    stdio: ["ignore", log, log],
  })
}

const startNode = (folder: string, name: Name): void => {
  const log = logged(folder, name)
  const asPostgres = ["setpriv", "--reuid", "postgres", "--regid", "postgres", "--init-groups"]
  spawn("nsenter", [`--net=/run/netns/${name}`, ...asPostgres, "patroni", join(folder, `${name}.json`)], {
    stdio: ["ignore", log, log],
    // Patroni returns to the folder that it was started in, so the user `postgres` must have access to it.
    cwd: join(folder, name),
    env: { PATH: process.env.PATH, LC_ALL: "C", HOME: join(folder, name) },
  })
}

/** The processes of a node are those in its network. */
const processesOf = (name: Name): ReadonlyArray<number> => {
  const namespace = run(`nsenter --net=/run/netns/${name} readlink /proc/self/ns/net`)
  return readdirSync("/proc")
    .filter((entry) => /^\d+$/.test(entry))
    .filter((pid) => {
      try {
        return readlinkSync(`/proc/${pid}/ns/net`) === namespace
      } catch {
        // The process ended after it was listed.
        return false
      }
    })
    .map(Number)
}

const signal = (name: Name, what: NodeJS.Signals): void => {
  for (const pid of processesOf(name)) {
    try {
      process.kill(pid, what)
    } catch {
      // The process ended after it was listed.
    }
  }
}

interface Member {
  readonly name: string
  readonly role: string
  readonly state: string
}

/** The members of the cluster according to one node; empty if the node does not answer. */
const membersSeenBy = async (name: Name): Promise<ReadonlyArray<Member>> => {
  const answer = await fetch(`http://${addressOf(name)}:8008/cluster`, { signal: AbortSignal.timeout(1_000) })
    .then((response) => response.json() as Promise<{ readonly members?: ReadonlyArray<Member> }>)
    .catch(() => ({ members: [] }))
  return answer.members ?? []
}

const isWhole = (members: ReadonlyArray<Member>): boolean =>
  members.length === names.length &&
  members.every(({ state }) => state === "running" || state === "streaming") &&
  members.some(({ role }) => role === "leader") &&
  members.some(({ role }) => role === "sync_standby")

/** Whether both standbys follow this primary. PostgreSQL is asked, because what the nodes say of each other may predate a fault. */
const streams = (primary: Name): boolean => {
  const url = `${urlOf("postgres", [addressOf(primary)])}?target_session_attrs=read-write&connect_timeout=2`
  const count =
    "select count(*) from pg_stat_replication where state = 'streaming' and replay_lag < '1s' is not false"
  return run(`timeout 3 psql -Atqc "${count}" "${url}" || true`) === String(names.length - 1)
}

export interface Cluster {
  /** Waits until there is a primary and a synchronous standby and no node is missing; gives the name of the primary. */
  readonly whole: (withinMs: number) => Promise<Name>
  /** Inflicts a fault on a node; gives the function that ends the fault. */
  readonly hurt: (name: Name, fault: Fault) => () => void
  readonly folder: string
}

const hurt = (folder: string, name: Name, fault: Fault): (() => void) => {
  switch (fault) {
    case "killed":
      signal(name, "SIGKILL")
      return () => startNode(folder, name)
    case "frozen":
      signal(name, "SIGSTOP")
      // A frozen node is restarted, as a watchdog restarts a frozen machine. If the node were merely thawed, Patroni 3.0 might make it
      // primary again, and whatever was acknowledged meanwhile would be lost.
      return () => {
        signal(name, "SIGKILL")
        startNode(folder, name)
      }
    case "cut off":
      run(`ip link set port-${name} down`)
      return () => void run(`ip link set port-${name} up`)
  }
}

/** Starts everything in a folder that the user `postgres` can reach. */
export const start = (folder: string): Cluster => {
  network()
  startEtcd(folder)
  const uid = Number(run("id -u postgres"))
  const gid = Number(run("id -g postgres"))
  for (const name of names) {
    mkdirSync(join(folder, name))
    chownSync(join(folder, name), uid, gid)
    writeFileSync(join(folder, `${name}.json`), JSON.stringify(settings(name, folder)), { mode: 0o644 })
    startNode(folder, name)
  }
  const whole = async (withinMs: number): Promise<Name> => {
    const until = performance.now() + withinMs
    for (;;) {
      const seen = await Promise.all(names.map(membersSeenBy))
      const leader = names.find((each) =>
        seen[0]?.some(({ name, role }) => name === each && role === "leader"),
      )
      if (leader !== undefined && seen.every(isWhole) && streams(leader)) return leader
      if (performance.now() > until)
        throw new Error(`the cluster is not whole: ${JSON.stringify(seen)}\n${lastLines(folder)}`)
      await sleep(250)
    }
  }
  return { folder, whole, hurt: (name, fault) => hurt(folder, name, fault) }
}

const lastLines = (folder: string): string =>
  ["etcd", ...names]
    .map(
      (name) =>
        `${name}:\n${readFileSync(join(folder, `${name}.log`), "utf8")
          .split("\n")
          .slice(-15)
          .join("\n")}`,
    )
    .join("\n")

const programs = ["/usr/bin/etcd", "/usr/bin/patroni", "/usr/bin/psql", "/usr/sbin/ip"]
const packages = "etcd-server patroni python3-etcd postgresql iproute2"

/**
 * Runs this program again in new namespaces: nothing else on the machine sees its networks, processes and mounts, and they end with it.
 * It needs root, Linux and Debian's packages. Gives the exit code; null if this process is already the one inside.
 */
export const enter = async (): Promise<number | null> => {
  if (process.env.CLUSTER_INSIDE === "1") return null
  const missing = programs.filter((path) => !existsSync(path))
  if (missing.length > 0)
    throw new Error(`${missing.join(", ")} missing: apt-get install --no-install-recommends ${packages}`)
  const own = ["--net", "--pid", "--fork", "--mount", "--mount-proc", "--kill-child"]
  // The shell is the first process inside, so it adopts the processes whose parents were killed.
  const first = ["bash", "-c", '"$@" & wait $!', "bash", process.execPath, ...process.argv.slice(1)]
  const child = spawn("unshare", [...own, ...first], {
    stdio: "inherit",
    env: { ...process.env, CLUSTER_INSIDE: "1" },
  })
  const [code] = (await once(child, "exit")) as [number | null]
  return code ?? 1
}
