/** Agent cards with signatures (A2A 1.0, §8.4). */
import { canonical, type Json } from "../../../core/kernel/Json.ts"
import * as Jws from "../Jws.ts"
import {
  bytesOf,
  isMembers,
  listOf,
  type Members,
  membersOf,
  parseMembers,
  textOf,
  textOfBase64url,
} from "../Read.ts"
import { checkOf, fails, type Statement, type Verifier } from "../Verifier.ts"
import { nameOrQuote, quote, sentencesMax, shown } from "../Words.ts"

/** The most signatures of a card that are examined. */
const signaturesMax = 4

const isEmpty = (value: unknown, among: ReadonlyArray<"null" | "list" | "text" | "object">): boolean =>
  (among.includes("null") && value === null) ||
  (among.includes("text") && value === "") ||
  (among.includes("list") && Array.isArray(value) && value.length === 0) ||
  (among.includes("object") && isMembers(value) && Object.keys(value).length === 0)

const required = new Set(["skills", "defaultInputModes", "defaultOutputModes", "tags", "supportedInterfaces"])

/** A value without members that are empty in one of these ways. Depth is bounded by the reader of the piece. */
const without = (
  value: unknown,
  among: Parameters<typeof isEmpty>[1],
  keeps: ReadonlySet<string>,
): unknown => {
  if (Array.isArray(value)) return value.map((item) => without(item, among, keeps))
  if (!isMembers(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .map(([name, member]) => [name, without(member, among, keeps)] as const)
      .filter(([name, member]) => keeps.has(name) || !isEmpty(member, among)),
  )
}

/**
 * The forms in which a card may have been signed. The specification leaves out defaults that are not required; the SDKs leave out
 * everything that is empty; some signers leave out nothing. The forms differ in nothing that a card says.
 */
const forms = (card: Members): ReadonlyArray<string> => {
  const { signatures: _, ...rest } = card
  const variants = [
    without(rest, ["null", "list"], required),
    without(rest, ["null", "list", "text", "object"], new Set()),
    without(rest, ["null"], new Set()),
    rest,
  ]
  // It was parsed as JSON; a type can't say so.
  return [...new Set(variants.map((it) => canonical(it as Json)))]
}

interface Signature {
  readonly header: Members
  readonly protectedText: string
  readonly signature: Uint8Array
}

const readSignature = (value: unknown): Signature | null => {
  if (!isMembers(value)) return null
  const protectedText = textOf(value, "protected") ?? ""
  const own = parseMembers(textOfBase64url(protectedText) ?? "")
  const signature = bytesOf(textOf(value, "signature") ?? "")
  return own === undefined || signature === undefined ? null : { header: own, protectedText, signature }
}

/** The hosts at which the card says that the agent is reached. */
const hostsOf = (card: Members): ReadonlyArray<string> => {
  const interfaces = listOf(card, "supportedInterfaces").filter(isMembers)
  const urls = [textOf(card, "url"), ...interfaces.map((it) => textOf(it, "url"))]
  return [...new Set(urls.flatMap((url) => URL.parse(url ?? "")?.host || []))]
}

const account = /^eip155:[1-9]\d{0,15}:0x[0-9a-fA-F]{40}$/
/** The most addresses of a card that are read. */
const addressesMax = 8

/** The addresses (CAIP-10) that a card names as its agent's own: its services `agentWallet` and `wallet` (ERC-8004). */
const addressesOf = (card: Members): ReadonlyArray<string> =>
  listOf(card, "services")
    .filter(isMembers)
    .filter(({ name }) => name === "agentWallet" || name === "wallet")
    .flatMap((service) => textOf(service, "endpoint") ?? [])
    .filter((address) => account.test(address))
    .slice(0, addressesMax)

const sentences = (card: Members): ReadonlyArray<string> => {
  const interfaces = listOf(card, "supportedInterfaces").filter(isMembers)
  const [at] = [textOf(card, "url"), ...interfaces.map((it) => textOf(it, "url"))].filter(
    (it) => it !== undefined,
  )
  const place = at === undefined ? "" : ` at ${nameOrQuote(at)}`
  const version = card.version === undefined ? "" : `, version ${shown(card.version)}`
  const provider = textOf(membersOf(card, "provider") ?? {}, "organization")
  return [
    `Card: ${quote(textOf(card, "name") ?? "")}${place}${version}.`,
    `Card: the description is ${quote(textOf(card, "description") ?? "")}.`,
    ...addressesOf(card).map((address) => `Card: the agent's own address is ${address}.`),
    ...(provider === undefined ? [] : [`Card: the provider is ${quote(provider)}.`]),
    ...listOf(card, "skills")
      .filter(isMembers)
      .map(
        (skill) =>
          `Card: a skill is ${quote(textOf(skill, "name") ?? "")}, described as ${quote(textOf(skill, "description") ?? "")}.`,
      ),
  ]
}

const examineSignature = (
  { header, protectedText, signature }: Signature,
  place: string,
  texts: ReadonlyArray<string>,
  host: string | null,
  documents: Parameters<typeof Jws.examine>[1],
) => {
  const tries = texts.map((text) => {
    const input = `${protectedText}.${Buffer.from(text).toString("base64url")}`
    const expected = { role: place, signedAt: null, host }
    return Jws.examine({ header, payload: text, signature, input }, documents, expected)
  })
  const [first] = tries
  return tries.find(({ signer }) => signer.valid) ?? first
}

export const card: Verifier = {
  format: "a2a_card",
  open: ({ value }) => {
    if (!isMembers(value) || !Array.isArray(value.signatures) || typeof value.name !== "string") return null
    const all = value.signatures
    const read = all.slice(0, signaturesMax).map(readSignature)
    const signatures = read.filter((it) => it !== null)
    if (all.length === 0) return null
    return {
      needs: signatures.flatMap(({ header }) => Jws.needs({ header })),
      examine: (documents) => {
        const texts = forms(value)
        const hosts = hostsOf(value)
        const found = signatures.flatMap((it, i) => {
          const place = i === 0 ? "signer" : `signer ${i + 1}`
          // A card of two hosts is not one host's to sign.
          return (
            examineSignature(it, place, texts, hosts.length === 1 ? (hosts[0] ?? null) : null, documents) ??
            []
          )
        })
        const signers = found.map(({ signer }) => signer)
        const said = sentences(value)
        const statement: ReadonlyArray<Statement> = signers
          .filter(({ valid }, i) => valid || i === 0)
          .flatMap(({ role: by }) => said.map((text) => ({ by, text })))
        return {
          signers,
          checks: [
            ...found.flatMap(({ checks }, i) =>
              found.length === 1
                ? checks
                : checks.map((it) => ({ ...it, check: `signature ${i + 1}: ${it.check}` })),
            ),
            ...signatures.map(({ header }) =>
              checkOf(
                "typ",
                header.typ === undefined || header.typ === "JOSE",
                "The header is one of a signature over JSON.",
                "The header says that another kind of thing was signed.",
              ),
            ),
            ...(read.length === signatures.length
              ? []
              : [fails("signature", "A signature is not of its form.")]),
            ...(all.length <= signaturesMax
              ? []
              : [fails("signatures", `More than ${signaturesMax} signatures are not examined.`)]),
          ],
          statement: statement.slice(0, sentencesMax),
          addresses: addressesOf(value),
        }
      },
    }
  },
}
