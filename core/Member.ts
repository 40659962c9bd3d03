/** Members of the bodies that the court takes, each with the words that tell whoever sends one what it is. */
import { Schema } from "effect"

/** A member that must be there. The interface and its tools show the description. */
export const member = <S extends Schema.Schema.All>(schema: S, description: string) =>
  Schema.propertySignature(schema).annotations({ description })

/** A member that may be left out. */
export const optional = <S extends Schema.Schema.All>(schema: S, description: string) =>
  Schema.optional(schema).annotations({ description })

/** A member that may be left out, and is never `undefined` where it is there. */
export const exactly = <S extends Schema.Schema.All>(schema: S, description: string) =>
  Schema.optionalWith(schema, { exact: true }).annotations({ description })
