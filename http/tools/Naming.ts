/**
 * Names the tools wherever an answer names acts. `next` of a record has the name of an act, which is the end of its operation's path, or
 * the whole path without ids if the act is on another record. The text of a notice or of a refusal has the address of an operation. A
 * caller of tools knows neither.
 */
import type { Json } from "../../core/kernel/Json.ts"
import type { Operation } from "../api/Operations.ts"
import type { BoundTools } from "./Listing.ts"

interface Named {
  readonly tool: string
  readonly action?: string
}

type Members = { readonly [name: string]: Json }
const isMembers = (value: unknown): value is Members =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const segmentsOf = ({ path }: Pick<Operation, "path">): ReadonlyArray<string> =>
  path
    .replace(/^\/api\/v\d+\//, "")
    .split("/")
    .filter((segment) => !segment.startsWith(":"))

/** The collection of the record on which an act is done: for an act on an appeal, its matter. */
const targetOf = (collection: string): string => (collection === "appeals" ? "matters" : collection)

const showNamed = ({ tool, action }: Named): string =>
  action === undefined ? `the tool ${tool}` : `the tool ${tool} with action ${action}`

export interface Naming {
  /** An answer of an operation, with the tool in each act of `next`, and after each address in the text of a notice. */
  readonly inAnswer: (operation: Operation, answer: unknown) => unknown
  /** A text, with the tool after each address of an operation. */
  readonly inText: (text: string) => string
}

export const make = (bound: BoundTools): Naming => {
  const served = [...bound.values()].flatMap(({ name, acts }) =>
    acts.map(({ action, whole }) => ({
      operation: whole,
      named: { tool: name, ...(action === null ? {} : { action }) } satisfies Named,
      pattern: new RegExp(
        `^(?:/api/v\\d+)?${whole.path.replace(/^\/api\/v\d+/, "").replace(/:\w+/g, "[^/?]+")}(?:\\?.*)?$`,
      ),
    })),
  )
  const byAct = new Map(
    served
      .filter(({ operation }) => operation.method !== "GET")
      .map(({ operation, named }) => [segmentsOf(operation).join("/"), named]),
  )
  const collections = new Set([...byAct.keys()].map((key) => key.split("/")[0]))

  const inText = (text: string): string =>
    text.replace(/\b(GET|POST|PUT|PATCH) (\/[^\s,;]*[^\s,;.])/g, (address, method: string, path: string) => {
      const found = served.find((one) => one.operation.method === method && one.pattern.test(path))
      return found === undefined ? address : `${address} (${showNamed(found.named)})`
    })

  const inNext = (next: Json, collection: string): Json =>
    !Array.isArray(next)
      ? next
      : next.map((awaited: Json) =>
          isMembers(awaited)
            ? {
                ...awaited,
                ...(byAct.get(`${collection}/${awaited.act}`) ?? byAct.get(String(awaited.act))),
              }
            : awaited,
        )

  const within = (value: Json, collection: string): Json => {
    if (Array.isArray(value)) return value.map((element: Json) => within(element, collection))
    if (!isMembers(value)) return value
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [
        name,
        name === "next" ? inNext(member, collection) : within(member, collection),
      ]),
    )
  }

  const inNotices = ({ items, ...page }: Members): Members => ({
    ...page,
    items: (items as ReadonlyArray<Members>).map((notice) => ({
      ...notice,
      text: inText(String(notice.text)),
    })),
  })

  return {
    inText,
    inAnswer: (operation, answer) => {
      // A signed answer is passed on as it is signed.
      if (!isMembers(answer) || Object.hasOwn(answer, "signature")) return answer
      if (operation.id === "inbox") return inNotices(answer)
      const collection = segmentsOf(operation)
        .map(targetOf)
        .findLast((segment) => collections.has(segment))
      return collection === undefined ? answer : within(answer, collection)
    },
  }
}
