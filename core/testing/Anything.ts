/** For commands that only tests run: an input of any shape. */
import { Schema } from "effect"

/** A schema that takes whatever it is given. The caller says of which type that is. */
export const anything = <A>(): Schema.Schema<A> => Schema.declare((_given: unknown): _given is A => true)
