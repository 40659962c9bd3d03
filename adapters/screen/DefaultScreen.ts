/** The default screen (PD1 §4). It reads papers in its own thread, one at a time, so that other requests don't wait for it. */

import { Effect, Layer } from "effect"
import { Screen } from "../../core/matters/index.ts"
import { scriptOf } from "../host/Script.ts"
import { Worker } from "../host/Worker.ts"
import { Quota, Turns } from "./Quota.ts"

/** The thread that reads papers for personal data (PD1 §4). */
export class Thread extends Worker<ReadonlyArray<Screen.Passage>, ReadonlyArray<Screen.Finding>> {
  constructor(script: URL = scriptOf("screen/ReadingThread", import.meta.url)) {
    // Far more memory than any paper needs. A party waits for its paper to be read, so the limit is that of the clock.
    super({ script, what: "that reads papers", memoryMb: 256, busyFactor: 1 })
  }
}

type Read = Effect.Effect<ReadonlyArray<Screen.Finding>, Screen.Unread>

const late = new Screen.Unread({ reason: "late", waitSeconds: 0 })

/** A screen that reads papers in a thread of its own. `close` ends the thread. */
export type DefaultScreen = typeof Screen.Screen.Service & {
  readonly close: () => Promise<void>
}

/** A screen over a thread, which starts with the first paper. `clockMs` is real time, not the court's, since it measures reading. */
export const make = (
  thread: Pick<Thread, "ask" | "close"> = new Thread(),
  clockMs: () => number = () => performance.now(),
): DefaultScreen => {
  const turns = new Turns()
  const quota = new Quota()

  const examine = (texts: ReadonlyArray<Screen.Passage>, { agentId, terms }: Screen.Reading): Read =>
    Effect.async((resume) => {
      const full = agentId === null ? null : quota.enter(agentId, terms, clockMs())
      if (full !== null) return resume(Effect.fail(full))
      const leave = (refused: boolean): void => {
        if (agentId !== null) quota.leave(agentId, refused, clockMs())
      }
      // A paper whose reading has begun is read to its end and counted, even if its request was interrupted.
      const withdraw = turns.add(agentId ?? "", () =>
        thread.ask(texts, terms.screenSeconds * 1000).then(
          (findings) => {
            leave(findings === null || findings.length > 0)
            resume(findings === null ? Effect.fail(late) : Effect.succeed(findings))
          },
          (error: unknown) => {
            leave(false)
            resume(Effect.die(error))
          },
        ),
      )
      return Effect.sync(() => {
        if (withdraw()) leave(false)
      })
    })

  return { examine, close: () => thread.close() }
}

/** The default screen. Its thread ends with the layer. */
export const layer: Layer.Layer<Screen.Screen> = Layer.scoped(
  Screen.Screen,
  Effect.acquireRelease(
    Effect.sync(() => make()),
    (screen) => Effect.promise(screen.close),
  ),
)
