/** Requests to a court over HTTP, to measure it and to check its copies. */
import { createHash } from "node:crypto"
import type { Asked } from "../../testing/Requests.ts"
import type * as Alone from "./Alone.ts"
import type { Court } from "./Court.ts"
import { get, type Subject } from "./Subjects.ts"

const pick = (from: ReadonlyArray<string>): string => from[Math.floor(Math.random() * from.length)] ?? ""
const sha256 = () => crypto.getRandomValues(Buffer.alloc(32)).toString("hex")

const cursorOf = (key: string): string => Buffer.from(key).toString("base64url")

/** A cursor of the journal has a checksum before it (`http/handlers/System.ts`). */
const checked = (cursor: string): string =>
  createHash("sha256").update(`journal/${cursor}`).digest("base64url").slice(0, 6) + cursor

/** A list of a court: its path, who reads it (null: anybody), and where the store has it. */
interface Listed {
  readonly path: string
  readonly reader: string | null
  readonly index: string
  readonly prefix: string
  /** As many as the empty court has, so that the pages of both have one length. */
  readonly limit: number
}
export const listsOf = ({ seller }: Subject): ReadonlyArray<Listed> => [
  { path: "/docket", reader: null, index: "matters.docket", prefix: "", limit: 10 },
  { path: "/matters", reader: "seller-0", index: "matters.party", prefix: `${seller}/`, limit: 1 },
  { path: "/quotes", reader: "seller-0", index: "quotes.party", prefix: `${seller}/`, limit: 2 },
  { path: "/compliance", reader: null, index: "entries.register", prefix: "", limit: 5 },
]
export const pageOf = async ({ store }: Subject, { index, prefix, limit }: Listed): Promise<Alone.List> => ({
  index,
  prefix,
  limit,
  beforeLast: await store.keyFromEnd(index, prefix, limit),
})

export type Acts = Readonly<Record<string, () => Asked>>
export const actsOn = async (subject: Subject): Promise<Acts> => {
  const { store, sample } = subject
  const { keys } = subject.made
  const key = keys["seller-0"]
  const buyer = keys["buyer-0"]
  const notarise = (more: object) => () =>
    ({
      method: "POST",
      path: "/notarise",
      key,
      body: JSON.stringify({ sha256: sha256(), kind: "delivery", ...more }),
    }) as const
  const reading = (path: () => string, as?: string) => () =>
    ({ method: "GET", path: path(), key: as }) as const
  const acts: Record<string, () => Asked> = {
    "POST /notarise": notarise({}),
    "POST /notarise with a counterparty": notarise({ counterparty: "buyer-0", valueCents: 900 }),
    "GET /dealings/{id}": reading(() => `/dealings/${pick(sample.dealings)}`),
    "GET /agents/{handle}/compliance": reading(() => `/agents/seller-1/compliance?limit=1`),
    "GET /compliance/{id}": reading(() => `/compliance/${pick(sample.entries)}`),
  }
  for (const list of listsOf(subject)) {
    const as = list.reader === null ? undefined : keys[list.reader]
    const { beforeLast } = await pageOf(subject, list)
    const after = beforeLast === null ? "" : `&cursor=${cursorOf(beforeLast)}`
    acts[`GET ${list.path}, first page`] = reading(() => `${list.path}?limit=${list.limit}`, as)
    acts[`GET ${list.path}, last page`] = reading(() => `${list.path}?limit=${list.limit}${after}`, as)
  }
  acts["GET /dealings?counterparty=me, first page"] = reading(
    () => "/dealings?counterparty=me&limit=20",
    buyer,
  )
  acts["GET /inbox"] = reading(() => "/inbox?limit=2", key)
  acts["GET /journal, first page"] = reading(() => "/journal?limit=20")
  const last = await store.eventFromEnd(20)
  acts["GET /journal, last page"] = reading(
    () => `/journal?limit=20&after=${last === null ? "" : cursorOf(checked(last))}`,
  )
  return acts
}

/** Checks by HTTP that copies are what a court reads: the forms of some records, and the proof of one dealing in the log. */
export const check = async (court: Court, { sample, made: { keys } }: Subject): Promise<void> => {
  for (let i = 0; i < 20; i++) {
    const dealing = await get<{ readonly sha256: string; readonly sequence: number; readonly id: string }>(
      court,
      `/dealings/${pick(sample.dealings)}`,
    )
    const { items } = await get<{ readonly items: ReadonlyArray<{ readonly id: string }> }>(
      court,
      `/dealings?sha256=${dealing.sha256}`,
    )
    if (items.length !== 1 || items[0]?.id !== dealing.id)
      throw new Error(`${dealing.id} is not listed by its hash`)
    await get(court, `/compliance/${pick(sample.entries)}`)
  }
  for (const path of [
    "/docket",
    "/matters",
    "/quotes",
    "/dealings?counterparty=me",
    "/inbox",
    "/journal",
    "/compliance",
  ])
    await get(court, path, keys["buyer-1"])
  const id = pick(sample.dealings)
  const proof = await fetch(`${court.url}/api/v1/dealings/${id}/proof`)
  if (proof.status !== 200) throw new Error(`no proof of ${id}: ${proof.status}`)
}
