/** Sends generated requests to a court in every role that can act there, with ids that the court itself has answered. */
import { Option, Predicate, Schema } from "effect"
import type { Generated, Target } from "./Arbitrary.ts"
import { describes } from "./Contract.ts"
import { enrolled, send, type TestCourt } from "./TestCourt.ts"

export interface Player {
  /** Sends one request. Throws if the answer is a fault of the service or is not documented, or if the court accepts a body that its description refuses. */
  readonly play: (target: Target, generated: Generated) => Promise<number>
}

/** How many names are remembered. The oldest are dropped first, because newer ones more often belong to what can still be acted on. */
const knownMax = 200

/** The ids, citations, handles and tokens in an answer. */
const namesIn = (value: unknown): ReadonlyArray<string> => {
  if (typeof value !== "object" || value === null) return []
  return Object.entries(value).flatMap(([key, member]) =>
    typeof member === "string" && /^(id|citation|handle|token|matterId)$/.test(key)
      ? [member]
      : namesIn(member),
  )
}

/** How often the log is let go on: other requests record events in the meantime. */
const integrations = 3

/** Whether a proof was asked for of an event that the log has not taken yet. This court has no scheduler that would take it. */
const isBehind = async (response: Response): Promise<boolean> =>
  response.status === 503 && (await response.clone().text()).includes('"code":"log_behind"')

const asItems = Schema.decodeUnknownOption(Schema.Struct({ items: Schema.Array(Schema.Unknown) }))
const paper = { sha256: "ab".repeat(32) }

/** A batch without the items that its answer refuses, each in its place. If all are refused, a good paper stands for them. */
const takenOf = (batch: unknown, answer: string): unknown => {
  const [sent, answered] = [asItems(batch), asItems(JSON.parse(answer))]
  if (Option.isNone(sent) || Option.isNone(answered)) return batch
  const taken = sent.value.items.filter((_, i) => !Predicate.hasProperty(answered.value.items[i], "status"))
  return { ...Object(batch), items: taken.length === 0 ? [paper] : taken }
}

export const make = async (
  court: Pick<TestCourt, "url" | "registrar" | "judge" | "integrate">,
): Promise<Player> => {
  const keys = [
    undefined,
    await enrolled(court, "seller"),
    await enrolled(court, "buyer"),
    await enrolled(court, "translator-7"),
    await enrolled(court, "buyer-3"),
    court.registrar,
    court.judge,
  ]
  let replaced = 0
  const known: Array<string> = ["seller", "buyer"]
  const remember = (text: string) => {
    for (const name of namesIn(JSON.parse(text))) if (!known.includes(name)) known.push(name)
    known.splice(0, Math.max(0, known.length - knownMax))
  }
  return {
    play: async ({ path, method }, { who, known: nth, name, query, body }) => {
      const role = who % keys.length
      const key = keys[role]
      const subject = nth % 3 === 0 ? name : (known[nth % known.length] ?? name)
      const target =
        path.replace(/\{\w+\}/g, encodeURIComponent(subject.replace(/\p{Surrogate}/gu, "x"))) + query
      const sent = method === "GET" ? undefined : JSON.stringify(body)
      const ask = () =>
        send(court, method, target, {
          ...(key === undefined ? {} : { key }),
          ...(sent === undefined ? {} : { body: sent }),
        })
      let response = await ask()
      for (let n = 0; n < integrations && (await isBehind(response)); n++)
        response = await court.integrate().then(ask)
      const json = /[/+]json/.test(response.headers.get("content-type") ?? "")
      const text = await response.text()
      const given: unknown = sent === undefined ? undefined : JSON.parse(sent)
      const taken = response.ok && path.endsWith("/notarise/batch") ? takenOf(given, text) : given
      const fault =
        response.status >= 500
          ? "is a fault of the service"
          : response.ok && sent !== undefined && !describes(method, target, taken)
            ? "accepts a body that the description refuses"
            : null
      if (fault !== null)
        throw new Error(`${response.status} ${fault}: ${method} ${target} in role ${role}\n${sent ?? ""}`)
      // The agent or the Registrar has revoked its keys, so another agent takes its place.
      if (response.status === 401 && key !== undefined) {
        keys[role] = await enrolled(court, `agent-${replaced++}`)
      }
      if (response.ok && json && method !== "GET") remember(text)
      return response.status
    },
  }
}
