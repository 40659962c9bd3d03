/**
 * The messages between a store and its threads. Jobs are sent as one JSON text, because a text is copied between threads faster than
 * the objects that it describes. Each answer is a JSON text of its own.
 */
import type { ChangeSet } from "../../core/store/ChangeSet.ts"
import type {
  CommitResult,
  Driver,
  Indexed,
  Journalled,
  Leased,
  Page,
  Receipt,
  Stored,
} from "../../core/store/Store.ts"
import type { Options } from "./Connection.ts"

type Query<Operation extends keyof Driver> = Driver[Operation] extends (query: infer Of) => unknown
  ? Of
  : never

/** The jobs of the writing thread: the input and the result of each kind of job. */
export interface Writes {
  readonly commit: { readonly of: ChangeSet; readonly gives: CommitResult }
  readonly lease: { readonly of: Query<"lease">; readonly gives: ReadonlyArray<Leased> }
}

export interface Looks {
  readonly read: { readonly of: Query<"read">; readonly gives: ReadonlyArray<Stored | null> }
  readonly list: { readonly of: Query<"list">; readonly gives: Page<Indexed> }
  readonly search: { readonly of: Query<"search">; readonly gives: Page<Indexed> }
  readonly holder: { readonly of: string; readonly gives: string | null }
  readonly tallies: { readonly of: Query<"tallies">; readonly gives: ReadonlyArray<number> }
  readonly blob: { readonly of: string; readonly gives: string | null }
  readonly receipt: { readonly of: string; readonly gives: Receipt | null }
  readonly journal: { readonly of: Query<"journal">; readonly gives: Page<Journalled> }
  /** Whether any task is due. It is asked before a lease takes the writer's lock. */
  readonly anyDue: { readonly of: Query<"lease">; readonly gives: boolean }
}

/** The job of the thread that copies the log to the main file. */
export interface Copies {
  readonly copyLog: { readonly of: null; readonly gives: null }
}

export interface Works extends Writes, Looks, Copies {}

/** A job. `place` is the slot where its answer is expected; `serial` numbers the jobs in the order in which they came. */
export type JobOf<Names extends keyof Works> = {
  readonly [Name in Names]: {
    readonly place: number
    readonly serial: number
    readonly work: Name
    readonly of: Works[Name]["of"]
  }
}[Names]
export type Job = JobOf<keyof Works>

export interface Started {
  readonly options: Options
  /** A number that both threads share. Jobs with this serial or a lower one were given up: they are not begun any more. */
  readonly givenUp: BigInt64Array
  /** A number that both threads share: how many frames of the log the writing thread left uncopied with its last answer. */
  readonly uncopied: Int32Array
}

/**
 * The answers of a thread: a place and a text in turns. The text is the JSON of the result; if the place is negative, the job at the place
 * `-1 - place` failed, and the text is the JSON of a `Failed`. A number is a descriptor that the thread opened, for
 * `Descriptors`. Null says that the thread has closed its connection.
 */
export type Answers = ReadonlyArray<number | string> | number | null

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

/** A job of a thread failed, or its outcome is unknown. */
export class JobFailed extends Error {
  override readonly name: string
  readonly code: string | null
  readonly trouble: boolean

  constructor({ name, message, code, trouble }: Failed) {
    super(message)
    this.name = name
    this.code = code
    this.trouble = trouble
  }
}
