/** The address of a store on several servers: `postgres://user:password@h1:5432,h2,h3/database?settings`. */
import { Either } from "effect"

/** The parts of the address: what stands before the hosts, the hosts, and what follows. `URL` accepts one host only. */
const parts = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^@/?#]*)([/?#].*)?$/

/**
 * One address for each host, in the order in which they are named. An address without a host, such as that of a socket, gives one
 * address. Left: the first host that can't be read, without the password.
 */
export const addressesOf = (url: string): Either.Either<ReadonlyArray<string>, string> => {
  const [, before, hosts, after = ""] = parts.exec(url) ?? []
  if (before === undefined || hosts === undefined) return Either.left("the address")
  const named = hosts.split(",")
  if (named.length === 1) return URL.canParse(url) ? Either.right([url]) : Either.left("the address")
  const unreadable = named.find((host) => host === "" || URL.parse(`postgres://${host}/`) === null)
  return unreadable === undefined
    ? Either.right(named.map((host) => `${before}${host}${after}`))
    : Either.left(`the host "${unreadable}"`)
}

/** The hosts and the database of an address, for messages: without user, password and settings. */
export const nameOf = (url: string): string => {
  const [, , hosts = "", after = ""] = parts.exec(url) ?? []
  return `${hosts}${after.split(/[?#]/, 1)[0]}`
}
