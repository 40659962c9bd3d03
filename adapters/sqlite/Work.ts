/**
 * The messages between a store and its writing thread. Both ways they are JSON texts, because one text is copied between threads faster
 * than the objects that it describes.
 */
import type { ChangeSet } from "../../core/ChangeSet.ts"
import type { CommitResult, Driver, Leased } from "../../core/store/Store.ts"
import type { Options } from "./Connection.ts"

/** What the thread can do: the input and the result of each kind of job. */
export interface Works {
  readonly commit: { readonly of: ChangeSet; readonly gives: CommitResult }
  readonly lease: { readonly of: Parameters<Driver["lease"]>[0]; readonly gives: ReadonlyArray<Leased> }
}

/** A job. `place` is the slot where its answer is expected; `serial` numbers the jobs in the order in which they came. */
export type Job = {
  readonly [Name in keyof Works]: {
    readonly place: number
    readonly serial: number
    readonly work: Name
    readonly of: Works[Name]["of"]
  }
}[keyof Works]

/** What a thread is started with. */
export interface Started {
  readonly options: Options
  /** A number that both threads share. Jobs with this serial or a lower one were given up: they are not begun any more. */
  readonly givenUp: BigInt64Array
}

/** How a job failed. */
export interface Failed {
  readonly name: string
  readonly message: string
  readonly code: string | null
  /** Whether the error comes from the file or its disk, and not from a mistake in this code. */
  readonly trouble: boolean
}

/** How a job fails that did not end in time, because of the disk or a lock of another process. */
export const notInTime = (ms: number): Failed => ({
  name: "NotInTime",
  message: `the disk did not answer within ${ms} ms`,
  code: "ETIMEDOUT",
  trouble: true,
})

/** A job of the writing thread failed, or its outcome is unknown. */
export class WriteFailed extends Error {
  override readonly name: string
  readonly code: string | null
  /** As in `Failed`. */
  readonly trouble: boolean

  constructor({ name, message, code, trouble }: Failed) {
    super(message)
    this.name = name
    this.code = code
    this.trouble = trouble
  }
}

export type Done =
  | { readonly place: number; readonly result: Works[keyof Works]["gives"] }
  | { readonly place: number; readonly failed: Failed }
