/** Documents that change with a version only: made once, and given to all who ask, without a copy. */
import { Effect } from "effect"
import { type Headers, type Rendered, type Reply, reply } from "./Answer.ts"
import { etagOf } from "./Etag.ts"

const rendered = (value: unknown): Rendered => {
  const text = typeof value === "string" ? value : JSON.stringify(value)
  return { body: new TextEncoder().encode(text), etag: etagOf(text) }
}

/** A reply that is made once. */
export const document = <A>(value: A, headers?: Headers): Reply<A> => ({
  ...reply(value, headers),
  rendered: rendered(value),
})

/**
 * The latest document of each name. `of` is a text of all that the document depends on: where it has changed, the document is
 * made again. Names are those of a fixed set, or memory would have no bound.
 */
export const documents = <A>() => {
  const kept = new Map<string, { readonly of: string; readonly document: Reply<A> }>()
  return <E, R>(name: string, of: string, make: Effect.Effect<Reply<A>, E, R>) =>
    Effect.suspend((): Effect.Effect<Reply<A>, E, R> => {
      const found = kept.get(name)
      if (found?.of === of) return Effect.succeed(found.document)
      return Effect.map(make, ({ value, headers }) => {
        const made = document(value, headers)
        kept.set(name, { of, document: made })
        return made
      })
    })
}

const texts = new WeakMap<object, string>()
/** A text of values that never change, such as the figures in force, worked out once. */
export const textOf = (values: object): string => {
  const found = texts.get(values)
  if (found !== undefined) return found
  const made = JSON.stringify(values)
  texts.set(values, made)
  return made
}
