/** The evaluator of criteria beside the thread that serves requests: one delivery at a time, agents in turn. */
import { Effect, Layer } from "effect"
import { Evaluator } from "../../core/quotes/index.ts"
import { scriptOf } from "../host/Script.ts"
import { Worker } from "../host/Worker.ts"
import { type Limits, Pool } from "./Pool.ts"

class Thread extends Worker<Evaluator.Delivered, Evaluator.Evaluation> {
  constructor() {
    super({
      script: scriptOf("evidence/EvaluatingThread", import.meta.url),
      what: "that evaluates deliveries",
      memoryMb: 256,
      busyFactor: 10,
    })
  }
}

/** 32 checks take less than a second each, so that a thread which runs longer is at fault. */
const usualLimits: Limits = { threads: 1, pieceMs: 60_000, perAgent: 4, inAll: 64 }

/** How long an agent waits that has as many deliveries under evaluation as it may have. */
const waitSeconds = 5

/** The evaluator over a thread that starts with the first delivery. An evaluation that doesn't end is a defect, never an outcome. */
export const make = (
  limits: Limits = usualLimits,
): Evaluator.Service & { readonly close: () => Promise<void> } => {
  const pool = new Pool(limits, () => new Thread())
  return {
    evaluate: (delivered, agentId) =>
      Effect.flatMap(
        Effect.promise(() => pool.ask(agentId, delivered)),
        (outcome) => {
          if (outcome === "busy") return Effect.fail(new Evaluator.Busy({ waitSeconds }))
          return outcome === "late"
            ? Effect.die(new Error("a delivery was not evaluated within its time"))
            : Effect.succeed(outcome)
        },
      ),
    close: () => pool.close(),
  }
}

/** The evaluator as a layer. Its thread ends with it. */
export const layer = (limits?: Limits): Layer.Layer<Evaluator.Evaluator> =>
  Layer.scoped(
    Evaluator.Evaluator,
    Effect.acquireRelease(
      Effect.sync(() => make(limits)),
      (evaluator) => Effect.promise(evaluator.close),
    ),
  )
