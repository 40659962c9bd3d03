import { Schema } from "effect"
import * as Kind from "../Kind.ts"
import { Instant } from "../Time.ts"

/** An operator, known by its e-mail address. The id is a keyed hash of the address in lower case, made by the host; the row is never public. */
export const Operator = Schema.Struct({
  id: Schema.String,
  email: Schema.String,
  name: Schema.String,
  identity: Schema.Literal("stated", "proven"),
  provenAt: Schema.NullOr(Instant),
  provenBy: Schema.NullOr(Schema.Literal("approval", "vouch", "invitation", "registrar")),
  /** Agents enrolled so far (PD3 §1). */
  agents: Schema.Int,
})
export type Operator = typeof Operator.Type
export const Operators = Kind.make<Operator>({
  name: "operator",
  schema: Operator,
  id: (operator) => operator.id,
})
