/** The rails by which a ledger can be paid, whether each is live, and the addresses of the operator of the service (PD2 §9). */

import { Array as Arr, Context, Effect, Option, Schema } from "effect"
import { Networks, Reading } from "../chains/index.ts"
import { needPresent } from "../kernel/Defect.ts"
import * as Kind from "../kernel/Kind.ts"
import type { Reader } from "../kernel/Reader.ts"
import type { Terms } from "../kernel/Schedule.ts"
import { rule } from "../kernel/Section.ts"
import { format, type Instant, minutes } from "../kernel/Time.ts"

/** The networks of one family share their addresses: an address on Base is the same on Ethereum. */
export type AddressFamily = Networks.Network["kind"]

export interface AddressesService {
  /** The address number `index` of a family, in the form of `readAddress`; null if no extended public key is configured. */
  readonly derive: (family: AddressFamily, index: number) => string | null
}
/** The port that makes an address for each invoice from the court's public keys; it has no private ones. */
export class Addresses extends Context.Tag("agent-court/Addresses")<Addresses, AddressesService>() {}

/** The number of the next address of a family. Every invoice puts this record, so that no address is given out twice. */
export const AddressSeries = Schema.Struct({ family: Schema.String, next: Schema.NonNegativeInt })
export interface AddressSeries extends Schema.Schema.Type<typeof AddressSeries> {}
export const AddressSerieses = Kind.make<AddressSeries>({
  name: "address-series",
  schema: AddressSeries,
  id: ({ family }) => family,
})

/** The unique name of an address. Its holder is the one invoice to which the address belongs. */
export const addressClaim = (family: AddressFamily, address: string): string => `address/${family}/${address}`

export interface Rail {
  readonly network: (typeof Networks.all)[number]
  readonly asset: Networks.Asset
}

/** The rails, in the order in which they are listed. A test network is not a rail, since its coins are worth nothing. */
const names = [
  ["base", "USDC"],
  ["base", "USDT"],
  ["ethereum", "USDC"],
  ["ethereum", "USDT"],
  ["bitcoin", "BTC"],
  ["cardano", "ADA"],
] as const

/** The rail of a network and an asset, by familiar names or CAIP ids; undefined if no rail matches. */
export const railNamed = (networkName: string, assetName: string): Rail | undefined => {
  const network = Networks.find(networkName.trim())
  const asset = network === undefined ? undefined : Networks.findAsset(network.id, assetName.trim())
  if (network === undefined || asset === undefined) return undefined
  const listed = names.some(([name, symbol]) => network.aliases.includes(name) && asset.symbol === symbol)
  return listed ? { network, asset } : undefined
}

export const rails: ReadonlyArray<Rail> = names.map(([network, symbol]) =>
  needPresent(railNamed(network, symbol), `the rail of ${symbol} on ${network}`),
)

/** The familiar names of a network and an asset that a record names by their CAIP ids. */
export const railNames = ({ network, asset }: { readonly network: string; readonly asset: string }) => ({
  asset: Networks.assets.find(({ id }) => id === asset)?.symbol ?? asset,
  network: Networks.all.find(({ id }) => id === network)?.aliases[0] ?? network,
})

/** Why a rail can't be paid on now, in words for people; null if it can. */
export const notLive = rule(
  ["PD2 §9"],
  ({ network }: Rail, reading: Reading.Reading, addresses: AddressesService, now: Instant, terms: Terms) => {
    if (addresses.derive(network.kind, 0) === null)
      return "The court has no extended public key for addresses of this network."
    if (reading.problem !== null) return reading.problem
    if (reading.answeredAt === null)
      return "No reader of this network is configured, or no reader has answered yet."
    if (now - reading.answeredAt > minutes(terms.railMinutes))
      return `The reader of this network last answered at ${format(reading.answeredAt)}.`
    return null
  },
)

/** The last reading of each network, in the order of `ids`. */
export const readingsOf = (reader: Reader, ids: ReadonlyArray<string>) =>
  Effect.map(reader.findAll(Reading.Readings, ids), (found) =>
    Arr.zipWith(ids, found, (id, one) => Option.getOrElse(one, () => Reading.unreadNetwork(id))),
  )

export const railsView = (reader: Reader, addresses: AddressesService, now: Instant, terms: Terms) =>
  Effect.map(
    readingsOf(
      reader,
      rails.map(({ network }) => network.id),
    ),
    (readings) => ({
      rails: rails.map((rail, i) => {
        const why = notLive(
          rail,
          needPresent(readings[i], "what was last read of a network"),
          addresses,
          now,
          terms,
        )
        return {
          ...railNames({ network: rail.network.id, asset: rail.asset.id }),
          networkId: rail.network.id,
          assetId: rail.asset.id,
          decimals: rail.asset.decimals,
          confirmations: terms[rail.network.confirmations],
          live: why === null,
          why,
        }
      }),
    }),
  )
