/** Why a store does not open. */
import { Data } from "effect"

/** A store was refused at start: as configured it could lose what it acknowledged, or it can't serve this version. */
export class StoreRefused extends Data.TaggedError("StoreRefused")<{
  readonly store: string
  readonly reasons: ReadonlyArray<string>
}> {
  override get message(): string {
    return `${this.store} is refused: ${this.reasons.join("; ")}`
  }
}
