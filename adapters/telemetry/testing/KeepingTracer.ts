/** A tracer for tests that keeps the spans that have ended. */
import { type Exit, Tracer } from "effect"

interface Ended {
  readonly span: Tracer.Span
  readonly exit: Exit.Exit<unknown, unknown>
}

/** Makes a tracer. Its spans have the ids `s1`, `s2` and so on, and its traces `t1`, `t2` and so on. */
export const keeping = () => {
  const ended: Array<Ended> = []
  let made = 0
  const tracer = Tracer.make({
    span: (name, parent, context, links, startTime, kind) => {
      const attributes = new Map<string, unknown>()
      made += 1
      const span: Tracer.Span = {
        _tag: "Span",
        name,
        parent,
        context,
        links,
        kind,
        attributes,
        sampled: true,
        spanId: `s${made}`,
        traceId: parent._tag === "Some" ? parent.value.traceId : `t${made}`,
        status: { _tag: "Started", startTime },
        end: (_at, exit) => void ended.push({ span, exit }),
        attribute: (key, value) => void attributes.set(key, value),
        event: () => {},
        addLinks: () => {},
      }
      return span
    },
    context: (run) => run(),
  })
  return { ended, tracer }
}
