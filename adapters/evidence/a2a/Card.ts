/** Agent cards with signatures (A2A 1.0, §8.4). */
import { canonical, type Json } from "../../../core/kernel/Json.ts"
import { asDoubles, toJson } from "../Digits.ts"
import * as Jws from "../Jws.ts"
import { bytesOf, isMembers, listOf, type Members, parseMembers, textOf, textOfBase64url } from "../Read.ts"
import { type Check, checkOf, cutToBounds, fails, type Verifier } from "../Verifier.ts"
import { nameOrQuote, namesOf, quote, show } from "../Words.ts"
import { bySchema, withoutEmpty } from "./Schema.ts"

const signaturesMax = 4

const required = new Set(["skills", "defaultInputModes", "defaultOutputModes", "tags", "supportedInterfaces"])

/** A value without nulls, and without the empty lists that are not `required`. Depth is bounded by the reader of the piece. */
const without = (value: unknown, drops: (name: string, member: unknown) => boolean): unknown => {
  if (Array.isArray(value)) return value.map((item) => without(item, drops))
  if (!isMembers(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .map(([name, member]) => [name, without(member, drops)] as const)
      .filter(([name, member]) => !drops(name, member)),
  )
}

/** A text that a signer of the card may have signed, what it says, and the members of the card that it leaves unsigned. */
interface Form {
  readonly text: string
  readonly says: Members
  readonly outside: ReadonlyArray<string>
}

const isEmptyList = (member: unknown): boolean => Array.isArray(member) && member.length === 0

/**
 * The forms in which a card may have been signed. The specification leaves out defaults that are not required; SDKs leave out
 * everything that is empty, with or without what their schema does not know; some signers leave out nothing. If two forms are one
 * text, the form that leaves no member unsigned comes first.
 */
const forms = (card: Members): ReadonlyArray<Form> => {
  const { signatures: _, ...rest } = card
  const schema = bySchema(rest)
  const whole = [
    without(rest, (name, member) => member === null || (!required.has(name) && isEmptyList(member))),
    withoutEmpty(rest),
    without(rest, (_name, member) => member === null),
    rest,
  ].map((says) => ({ says, outside: [] }))
  const all = [...whole, { says: schema.card, outside: schema.outside }].map(({ says, outside }) => {
    // It was parsed as JSON; a type can't say so.
    const text = canonical(asDoubles(says ?? {}) as Json)
    return { text, says: parseMembers(text) ?? {}, outside }
  })
  return [...new Map(all.toReversed().map((form) => [form.text, form])).values()].toReversed()
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

/** The addresses (CAIP-10) that a card names as its agent's own: its services `agentWallet` and `wallet` (ERC-8004). */
const addressesOf = (card: Members): ReadonlyArray<string> =>
  listOf(card, "services")
    .filter(isMembers)
    .filter(({ name }) => name === "agentWallet" || name === "wallet")
    .flatMap((service) => textOf(service, "endpoint") ?? [])
    .filter((address) => account.test(address))

/** The members of an object that no other sentence tells, as the end of a sentence. */
const restOf = (members: Members, ...told: ReadonlyArray<string>): string => {
  const rest = Object.entries(members).filter(([name]) => !told.includes(name))
  return rest.length === 0 ? "" : `, with ${quote(toJson(Object.fromEntries(rest)))}`
}

const providerSays = (provider: unknown): string => {
  const organization = isMembers(provider) ? textOf(provider, "organization") : undefined
  return isMembers(provider) && organization !== undefined
    ? `Card: the provider is ${quote(organization)}${restOf(provider, "organization")}.`
    : `Card: ${quote("provider")} is ${show(provider)}.`
}

const skillSays = (skill: unknown): string =>
  isMembers(skill)
    ? `Card: a skill is ${quote(textOf(skill, "name") ?? "")}, described as ${quote(textOf(skill, "description") ?? "")}${restOf(skill, "name", "description")}.`
    : `Card: a skill is ${show(skill)}.`

const told = ["name", "url", "version", "description", "provider", "skills", "supportedInterfaces"]

/** The sentences of a card: every member of it is in a sentence. */
const sentences = (card: Members): ReadonlyArray<string> => {
  const interfaces = listOf(card, "supportedInterfaces")
  const urls = [card.url, ...interfaces.map((it) => (isMembers(it) ? it.url : undefined))]
  const [at] = urls.filter((it) => typeof it === "string")
  const place = at === undefined ? "" : ` at ${nameOrQuote(at)}`
  const version = card.version === undefined ? "" : `, version ${show(card.version)}`
  const addresses = addressesOf(card)
  const others = Object.entries(card).filter(([name]) => !told.includes(name))
  return [
    `Card: ${quote(textOf(card, "name") ?? "")}${place}${version}.`,
    `Card: the description is ${quote(textOf(card, "description") ?? "")}.`,
    ...addresses.map((address) => `Card: the agent's own address is ${address}.`),
    ...interfaces.map((it) => `Card: an interface is ${show(it)}.`),
    ...(card.provider === undefined ? [] : [providerSays(card.provider)]),
    ...listOf(card, "skills").map(skillSays),
    ...others.map(([name, member]) => `Card: ${quote(name)} is ${show(member)}.`),
  ]
}

type Tried = ReturnType<typeof Jws.examine> & { readonly form: Form }

/** Tries the forms that a signer may have signed. If no form fits, the card is shown as it is. */
const examineSignature = (
  { header, protectedText, signature }: Signature,
  place: string,
  all: ReadonlyArray<Form>,
  documents: Parameters<typeof Jws.examine>[1],
): Tried | undefined => {
  const tries = all.map((form) => {
    const input = `${protectedText}.${Buffer.from(form.text).toString("base64url")}`
    const hosts = hostsOf(form.says)
    // A card of two hosts is not one host's to sign.
    const host = hosts.length === 1 ? (hosts[0] ?? null) : null
    const expected = { role: place, signedAt: null, host }
    return { form, ...Jws.examine({ header, payload: form.text, signature, input }, documents, expected) }
  })
  return tries.find(({ signer }) => signer.valid) ?? tries[0]
}

/** Whether the signer signed every member of the card; no check if the signature is not valid. */
const checkMembers = ({ signer, form: { outside } }: Tried): ReadonlyArray<Check> =>
  !signer.valid || outside.length === 0
    ? []
    : [fails("members", `These members are not signed: ${namesOf(outside)}.`)]

const checkHeader = ({ header }: Signature): Check =>
  checkOf(
    "typ",
    header.typ === undefined || header.typ === "JOSE",
    "The header is one of a signature over JSON.",
    "The header says that another kind of thing was signed.",
  )

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
        const candidates = forms(value)
        const found = signatures.flatMap((it, i) => {
          const place = i === 0 ? "signer" : `signer ${i + 1}`
          return examineSignature(it, place, candidates, documents) ?? []
        })
        const checks = found.map((it) => [...it.checks, ...checkMembers(it)])
        const said = cutToBounds(
          found
            .filter(({ signer }, i) => signer.valid || i === 0)
            .flatMap(({ signer: { role: by }, form }) => sentences(form.says).map((text) => ({ by, text }))),
        )
        return {
          signers: found.map(({ signer }) => signer),
          checks: [
            ...checks.flatMap((own, i) =>
              found.length === 1
                ? own
                : own.map((it) => ({ ...it, check: `signature ${i + 1}: ${it.check}` })),
            ),
            ...signatures.map(checkHeader),
            ...(read.length === signatures.length
              ? []
              : [fails("signature", "A signature is not of its form.")]),
            ...(all.length <= signaturesMax
              ? []
              : [fails("signatures", `More than ${signaturesMax} signatures are not examined.`)]),
            ...said.checks,
          ],
          statement: said.statement,
        }
      },
    }
  },
}
