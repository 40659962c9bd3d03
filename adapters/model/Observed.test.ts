import { Effect, Exit } from "effect"
import { describe, expect, it } from "vitest"
import * as Prometheus from "../telemetry/Prometheus.ts"
import { type Chat, type ChatAnswer, ChatFailed } from "./Chat.ts"
import { observed } from "./Observed.ts"

const asked = (model: string) => ({ model, instructions: "canary", data: "canary" })
const chat = (answer: Effect.Effect<ChatAnswer, ChatFailed>): Chat =>
  observed({ complete: () => answer }, ["house-model"])
const lines = () => Prometheus.text().split("\n")

describe("an observed model", () => {
  it("PD2 §3 is counted with what it costs; one that a client named, under no name of the client's", () => {
    const priced = chat(Effect.succeed({ text: "canary", costMicros: 1_500 }))
    expect(Effect.runSync(priced.complete(asked("house-model"))).text).toBe("canary")
    Effect.runSync(priced.complete(asked("house-model")))
    Effect.runSync(priced.complete(asked("canary-model")))
    Effect.runSync(chat(Effect.succeed({ text: "x", costMicros: null })).complete(asked("house-model")))
    expect(lines()).toEqual(
      expect.arrayContaining([
        'court_model_cost_usd_total{gen_ai_request_model="house-model"} 0.003',
        'court_model_cost_usd_total{gen_ai_request_model="_OTHER"} 0.0015',
        'gen_ai_client_operation_duration_seconds_count{gen_ai_operation_name="chat",gen_ai_request_model="house-model"} 3',
      ]),
    )
  })

  it.each([
    [Effect.fail(new ChatFailed({ reason: "busy", status: 429, retryAfterSeconds: 1 })), "busy"],
    [Effect.die(new Error("canary")), "defect"],
    [Effect.interrupt, "interrupted"],
  ] as const)("its failure is counted by its kind (%#)", (failing, kind) => {
    expect(Exit.isFailure(Effect.runSyncExit(chat(failing).complete(asked("house-model"))))).toBe(true)
    expect(lines()).toContain(
      `gen_ai_client_operation_duration_seconds_count{gen_ai_operation_name="chat",gen_ai_request_model="house-model",error_type="${kind}"} 1`,
    )
    expect(Prometheus.text()).not.toContain("canary")
  })
})
