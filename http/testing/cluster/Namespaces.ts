/**
 * Namespaces of the run's own: its networks, processes and mounts are seen by nothing else on the machine, and end with it. Asks for
 * root, for Linux, and for Debian's packages.
 */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync } from "node:fs"

const programs = ["/usr/bin/etcd", "/usr/bin/patroni", "/usr/bin/psql", "/usr/sbin/ip"]
const packages = "etcd-server patroni python3-etcd postgresql iproute2"

/** Runs this program again inside. Gives its exit code; null where this process is the one inside. */
export const enter = async (): Promise<number | null> => {
  if (process.env.CLUSTER_INSIDE === "1") return null
  const missing = programs.filter((path) => !existsSync(path))
  if (missing.length > 0)
    throw new Error(`${missing.join(", ")} missing: apt-get install --no-install-recommends ${packages}`)
  const own = ["--net", "--pid", "--fork", "--mount", "--mount-proc", "--kill-child"]
  // The shell is the first process inside, and takes in those whose parents were killed.
  const first = ["bash", "-c", '"$@" & wait $!', "bash", process.execPath, ...process.argv.slice(1)]
  const child = spawn("unshare", [...own, ...first], {
    stdio: "inherit",
    env: { ...process.env, CLUSTER_INSIDE: "1" },
  })
  const [code] = (await once(child, "exit")) as [number | null]
  return code ?? 1
}
