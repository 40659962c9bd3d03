/** Whether the keys of a court exist, only its own account can read them, and they are well formed; and which are retired. */
import { existsSync, readdirSync, statSync } from "node:fs"
import { join } from "node:path"
import { partial } from "../../../adapters/host/WholeFile.ts"
import * as FileKeys from "../../../adapters/keys/FileKeys.ts"
import * as KeyFolder from "../../../adapters/keys/KeyFolder.ts"
import { type Finding, findings, wordsOf } from "./Finding.ts"

const { ok, warn, fail } = findings("keys")
const signing = ["notary", "jwks", "payout"] as const

/** The findings about files that other accounts can read, or a folder that they can enter. */
const openToOthers = (folder: string): ReadonlyArray<Finding> => {
  if (process.platform === "win32") return []
  const paths = [folder, ...FileKeys.filesIn(folder).map((name) => join(folder, name))]
  return paths.flatMap((path) => {
    const open = (statSync(path).mode & 0o077) !== 0
    return open
      ? [
          fail(
            `others can read ${path}`,
            `chmod ${path === folder ? 700 : 600} ${path}; if others may have read it, rotate the keys`,
          ),
        ]
      : []
  })
}

const unreadable = (folder: string): ReadonlyArray<Finding> => {
  const uses: ReadonlyArray<() => unknown> = [
    ...signing.map((name) => () => KeyFolder.publicKeyOf(folder, name)),
    () => KeyFolder.credentialHash(folder, "registrar"),
    () => KeyFolder.credentialHash(folder, "judge"),
    () => KeyFolder.secretOf(folder, "addresses"),
    () => FileKeys.courtIdOf(folder),
    () => FileKeys.logKeyOf(folder),
  ]
  return uses.flatMap((use) => {
    try {
      use()
      return []
    } catch (error) {
      return [fail(wordsOf(error), "restore it from a backup (agent-court restore)")]
    }
  })
}

/** Which keys are in force since when, and which are retired. If a retired key is still in its place, its rotation is not finished. */
const ages = (folder: string, now: number): ReadonlyArray<Finding> => {
  const retired = KeyFolder.readRetired(folder)
  const day = (ms: number) => new Date(ms).toISOString().slice(0, 10)
  const inForce = signing.map((name) => `${name} since ${day(statSync(join(folder, name)).mtimeMs)}`)
  const past = retired.map(({ key, retiredAt }) => `${key} until ${retiredAt}`)
  const pending = retired.filter(({ retiredAt }) => Date.parse(retiredAt) > now)
  const stuck = signing.filter((name) =>
    retired.some(({ key, publicKey }) => key === name && publicKey === KeyFolder.publicKeyOf(folder, name)),
  )
  return [
    ok(
      `in force: ${inForce.join(", ")}${past.length === 0 ? "; none is retired" : `; retired: ${past.join(", ")}`}`,
    ),
    ...(stuck.length > 0
      ? [warn(`the rotation of ${stuck.join(", ")} is not finished`, "start the court, which finishes it")]
      : []),
    ...(pending.length > 0
      ? [ok(`what ${pending.map(({ key }) => key).join(", ")} signed until then stays valid`)]
      : []),
  ]
}

const leftovers = (folder: string): ReadonlyArray<Finding> => {
  const found = readdirSync(folder).filter((name) => name.endsWith(partial))
  return found.length === 0
    ? []
    : [
        warn(
          `${found.join(", ")} in ${folder}: a process died while it was writing`,
          "remove them; they are not keys",
        ),
      ]
}

/** The findings about the keys of a folder. Nothing is made or changed. */
export const examineKeys = (folder: string, now: number): ReadonlyArray<Finding> => {
  if (!existsSync(folder))
    return [
      warn(
        `${folder} does not exist`,
        "the first start makes it; for a court that had one, restore a backup",
      ),
    ]
  const { names } = FileKeys.missingKeys(folder)
  if (names.length > 0)
    return [fail(`${folder} lacks ${names.join(", ")}`, "restore them from a backup (agent-court restore)")]
  const open = openToOthers(folder)
  // Keys that others can read are not read here, since the reader refuses them.
  const wrong = open.length > 0 ? open : unreadable(folder)
  return [...(wrong.length > 0 ? wrong : ages(folder, now)), ...leftovers(folder)]
}
