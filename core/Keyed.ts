/** The port for what is hashed under a key of the court's own: what could be guessed from a plain hash, such as an e-mail address. */
import { Context } from "effect"

/** The key stays with the host, outside every store: whoever reads the store can't tell the text, or guess it. */
export interface KeyedService {
  /** The same text gives the same hash (64 hexadecimal characters) as long as the court lives. */
  readonly hash: (text: string) => string
}
export class Keyed extends Context.Tag("agent-court/Keyed")<Keyed, KeyedService>() {}
