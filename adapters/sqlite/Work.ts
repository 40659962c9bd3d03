/**
 * What passes between a store and its writing thread: JSON both ways, because one text is copied between threads faster than
 * the objects that it describes.
 */
import type { ChangeSet } from "../../core/ChangeSet.ts"
import type { CommitResult, Driver, Leased } from "../../core/store/Store.ts"
import type { Options } from "./Connection.ts"

/** What the thread can be asked to do, and what each gives. */
export interface Works {
  readonly commit: { readonly of: ChangeSet; readonly gives: CommitResult }
  readonly lease: { readonly of: Parameters<Driver["lease"]>[0]; readonly gives: ReadonlyArray<Leased> }
}

/** `place` is where the answer is waited for; `serial` counts the jobs in the order in which they came. */
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
  /** One number that both threads see: of jobs with this serial or a lower one, nobody waits for those that have not begun. */
  readonly givenUp: BigInt64Array
}

/** How a job failed. */
export interface Failed {
  readonly name: string
  readonly message: string
  readonly code: string | null
  /** What the file or its disk did, as against a mistake in this code. */
  readonly trouble: boolean
}

/** The disk, or whoever holds the lock of the file, did not let a job end in time. */
export const notInTime = (ms: number): Failed => ({
  name: "NotInTime",
  message: `the disk did not answer within ${ms} ms`,
  code: "ETIMEDOUT",
  trouble: true,
})

/** A job of the writing thread failed, or nobody knows how it ended. */
export class WriteFailed extends Error {
  override readonly name: string
  readonly code: string | null
  /** What the file or its disk did, as against a mistake in this code. */
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
