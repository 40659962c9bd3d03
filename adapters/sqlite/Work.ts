/**
 * What passes between a store and its writing thread: JSON both ways, because one text is copied between threads faster than
 * the objects that it describes.
 */
import type { ChangeSet } from "../../core/ChangeSet.ts"
import type { CommitResult, Driver, Leased } from "../../core/Store.ts"

/** What the thread can be asked to do, and what each gives. */
export interface Works {
  readonly commit: { readonly of: ChangeSet; readonly gives: CommitResult }
  readonly lease: { readonly of: Parameters<Driver["lease"]>[0]; readonly gives: ReadonlyArray<Leased> }
}

/** `place` is where the answer is waited for. */
export type Job = {
  readonly [Name in keyof Works]: {
    readonly place: number
    readonly work: Name
    readonly of: Works[Name]["of"]
  }
}[keyof Works]

/** How a job failed. */
export interface Failed {
  readonly name: string
  readonly message: string
  readonly code: string | null
  /** What the file or its disk did, as against a mistake in this code. */
  readonly trouble: boolean
}

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
