/** The gate before a message to another agent (A2A): `clientConfig: { interceptors: [beforeMessage(gate({ court }))] }`. */
import { Refused } from "./Call.ts"
import type { Gate } from "./Gate.ts"

/** The message that the client of A2A passes to an interceptor, as far as the gate reads it. */
export interface Message {
  readonly input: { readonly method: string }
  readonly agentCard: { readonly supportedInterfaces: ReadonlyArray<{ readonly url: string }> }
}

const sending = new Set(["sendMessage", "sendMessageStream"])
/** A card with more addresses is refused rather than looked up. */
const addressesMax = 8

/**
 * The interceptor that throws `Refused` before a message leaves. The client may use any address of the card, so each of them must be
 * let through for itself: a card cannot borrow a good name.
 */
export const beforeMessage = ({
  ask,
}: Gate): {
  readonly before: (message: Message) => Promise<void>
  readonly after: () => Promise<void>
} => ({
  before: async ({ input, agentCard }) => {
    if (!sending.has(input.method)) return
    const addresses = [...new Set(agentCard.supportedInterfaces.map(({ url }) => url))]
    if (addresses.length === 0 || addresses.length > addressesMax)
      throw new Refused(`The card has ${addresses.length} addresses.`)
    const verdicts = await Promise.all(addresses.map((address) => ask(address, input)))
    const refused = verdicts.find(({ allow }) => !allow)
    if (refused !== undefined) throw new Refused(refused.why.join(" "))
  },
  after: async () => {},
})
