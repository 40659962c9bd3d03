/**
 * The one or two threads that verify evidence, their messages, and the queue of pieces before them. Agents take turns in the queue, which
 * is bounded for each agent and in all.
 */
import type { Verified } from "../../core/evidence/index.ts"
import { scriptOf } from "../host/Script.ts"
import { Worker } from "../host/Worker.ts"
import type { Document } from "./Verifier.ts"

export interface Asked {
  readonly text: string
  readonly now: number
  /** Null if the addresses of the documents are asked for. */
  readonly documents: ReadonlyArray<readonly [string, Document]> | null
  /** The experimental formats that the court reads. */
  readonly spoken: ReadonlyArray<Verified.Format>
}

export type Answered =
  | { readonly kind: "none" }
  | { readonly kind: "needs"; readonly format: Verified.Format; readonly urls: ReadonlyArray<string> }
  | { readonly kind: "examined"; readonly examined: Omit<Verified.Examined, "documents"> }

export class Thread extends Worker<Asked, Answered> {
  constructor(script: URL = scriptOf("evidence/VerifyingThread", import.meta.url)) {
    // Pieces take milliseconds, so that the clock of a busy machine says little of what one took.
    super({ script, what: "that verifies evidence", memoryMb: 128, busyFactor: 40 })
  }
}

export interface Limits {
  readonly threads: number
  /** The longest time that a piece may take in a thread. */
  readonly pieceMs: number
  /** The most pieces that wait, of one agent and in all. */
  readonly perAgent: number
  readonly inAll: number
}

/** `late`: it took too long. `busy`: too many pieces wait. */
type Outcome<Answer> = Answer | "late" | "busy"

interface Waiting<Work, Answer> {
  readonly asked: Work
  readonly resolve: (outcome: Outcome<Answer>) => void
  readonly reject: (error: unknown) => void
}

export type Working<Work, Answer> = Pick<Worker<Work, Answer>, "ask" | "close">
export type Verifying = Working<Asked, Answered>

export class Pool<Work, Answer> {
  readonly #limits: Limits
  readonly #make: () => Working<Work, Answer>
  readonly #idle: Array<Working<Work, Answer>> = []
  readonly #all: Array<Working<Work, Answer>> = []
  /** The waiting pieces by agent. An agent that has had its turn moves to the end. */
  readonly #waiting = new Map<string, Array<Waiting<Work, Answer>>>()
  #count = 0

  constructor(limits: Limits, make: () => Working<Work, Answer>) {
    this.#limits = limits
    this.#make = make
  }

  /** Verifies a piece when its turn comes. It rejects only if no thread can be started. */
  ask(agent: string, asked: Work): Promise<Outcome<Answer>> {
    const own = this.#waiting.get(agent) ?? []
    if (own.length >= this.#limits.perAgent || this.#count >= this.#limits.inAll)
      return Promise.resolve("busy")
    return new Promise((resolve, reject) => {
      own.push({ asked, resolve, reject })
      this.#waiting.set(agent, own)
      this.#count += 1
      const thread = this.#free()
      if (thread !== null) void this.#run(thread)
    })
  }

  #free(): Working<Work, Answer> | null {
    const idle = this.#idle.pop()
    if (idle !== undefined) return idle
    if (this.#all.length >= this.#limits.threads) return null
    const made = this.#make()
    this.#all.push(made)
    return made
  }

  #next(): Waiting<Work, Answer> | null {
    const [first] = this.#waiting
    if (first === undefined) return null
    const [agent, [next, ...rest]] = first
    this.#waiting.delete(agent)
    if (rest.length > 0) this.#waiting.set(agent, rest)
    this.#count -= 1
    return next ?? null
  }

  async #run(thread: Working<Work, Answer>): Promise<void> {
    for (let next = this.#next(); next !== null; next = this.#next()) {
      try {
        next.resolve((await thread.ask(next.asked, this.#limits.pieceMs)) ?? "late")
      } catch (error) {
        next.reject(error)
      }
    }
    this.#idle.push(thread)
  }

  async close(): Promise<void> {
    await Promise.all(this.#all.map((thread) => thread.close()))
  }
}
