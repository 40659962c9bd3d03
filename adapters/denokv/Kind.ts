import { Effect, Either, Layer } from "effect"
import type { Kind } from "../store/Kind.ts"

const loaded = Effect.promise(() => import("./index.ts"))
const isAddress = (location: string): boolean => /^https?:/.test(location)

export const kind: Kind = {
  title: "Deno KV",
  usage: "denokv:<file or https://…>",
  system: "denokv",
  lasts: true,
  begins: /^denokv:./,
  read: (text) => Either.right(text.slice("denokv:".length)),
  name: (location) => {
    const url = isAddress(location) ? URL.parse(location) : null
    return `Deno KV, ${url === null ? location : `${url.host}${url.pathname}`}`
  },
  file: (location) => (isAddress(location) ? null : location),
  open: ({ at: location }) =>
    Layer.unwrapEffect(Effect.map(loaded, ({ DenoKvStore }) => DenoKvStore.layer({ location }))),
  inspect: (location) => Effect.flatMap(loaded, ({ DenoKvInspection }) => DenoKvInspection.make(location)),
  backup: {
    // A file of Deno KV is a SQLite database.
    tools: () => import("../sql/File.ts"),
    facts: "keys",
    otherwise: () => [
      "This backup has only the keys: the host of the Deno KV database keeps backups of it. See that it does, or keep the court in a file (denokv:<file>), which agent-court backup copies.",
    ],
    taking:
      "For a court on Deno KV it copies the file; at an address it takes the keys, and the host keeps the database.",
    restoring:
      "For a court on Deno KV at an address it restores only the keys: let the host restore the database first.",
  },
  meanings: {},
  sayings: [],
}
