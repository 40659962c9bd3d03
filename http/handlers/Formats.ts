/** The handlers for the formats of other protocols: documents that name the court, unsigned judgments in their forms, and proofs of the log. */
import { createHash, randomBytes } from "node:crypto"
import { Effect } from "effect"
import { LogVerifiers } from "../../adapters/keys/index.ts"
import { Keys } from "../../adapters/keys/Keys.ts"
import { readAgent } from "../../core/compliance/index.ts"
import { Ruling } from "../../core/docket/index.ts"
import { Host } from "../../core/kernel/Host.ts"
import { refusal } from "../../core/kernel/Refusal.ts"
import { decodeBase64, encodeBase64, Proof, Records, readState } from "../../core/log/index.ts"
import type { FormatsGroup } from "../api/Formats.ts"
import { type Format, type Given, type Named, nameCourt } from "../formats/index.ts"
import { reply } from "../server/Answer.ts"
import type { Mounted } from "../server/App.ts"
import { type AnyRequest, ask, type Handlers } from "../server/Handler.ts"
import { Faulted } from "../server/Problem.ts"
import { publicRead } from "../server/PublicRead.ts"
import { clausesOf } from "./Law.ts"

interface FormatsOptions {
  readonly baseUrl: string
  readonly contact: string
  readonly formats: ReadonlyArray<Format>
}

const itemOf = ({
  name,
  title,
  specification,
  read,
  wellKnown,
  names,
  given,
  renders,
  reads,
  labels,
  receipts,
  accepts,
}: Format) => ({
  format: name,
  title,
  specification,
  read,
  wellKnown,
  names: names !== null,
  renders: renders !== null,
  reads: reads ?? null,
  labels: labels !== undefined,
  receipts: receipts !== undefined,
  accepts: accepts !== undefined,
  given: given.map(({ name: member, description, otherwise }) => ({
    name: member,
    description,
    required: otherwise === undefined,
  })),
})

type GivenValues = ReadonlyArray<{ readonly name: string; readonly value: string }>

/** The values that a rendering needs, each as its format wants it; or each place that is wrong. */
const readGiven = (wanted: ReadonlyArray<Given>, given: GivenValues) => {
  const errors = given.flatMap(({ name }, n) => {
    const path = `given[${n}].name`
    if (!wanted.some((one) => one.name === name))
      return [{ path, message: "is not asked for by this format" }]
    return given.findIndex((one) => one.name === name) === n ? [] : [{ path, message: "is given twice" }]
  })
  const values: Record<string, string> = {}
  for (const { name, pattern, otherwise, description } of wanted) {
    const value = given.find((one) => one.name === name)?.value ?? otherwise
    if (value === undefined) errors.push({ path: "given", message: `needs ${name}: ${description}` })
    else if (!pattern.test(value))
      errors.push({ path: `given ${name}`, message: `does not fit: ${description}` })
    else values[name] = value
  }
  return errors.length > 0
    ? Effect.fail(new Faulted({ code: "invalid_request", errors }))
    : Effect.succeed(values)
}

const termsAt = (now: number) =>
  Effect.map(
    Effect.flatMap(Host, ({ schedule }) => schedule),
    (all) => all.at(now),
  )

const nameAt = (options: FormatsOptions, now: number) =>
  Effect.gen(function* () {
    return nameCourt({ ...options, clauses: clausesOf(options.baseUrl) }, yield* Keys, yield* termsAt(now))
  })

const render = (
  format: Format,
  ruling: Ruling.Ruling,
  values: { readonly [name: string]: string },
  named: Named,
) => {
  const { citation } = ruling.disposition
  const rendered = format.renders?.(ruling, values, named) ?? { why: "This format renders no judgments." }
  return "why" in rendered
    ? Effect.fail(refusal("not_rendered", { citation, format: format.name, why: rendered.why }))
    : Effect.succeed(rendered.document)
}

type Asked = AnyRequest & {
  readonly path: { readonly citation: string; readonly format: string }
  readonly payload: { readonly given: GivenValues }
}

const wrong = (path: string, message: string) =>
  new Faulted({ code: "invalid_request", errors: [{ path, message }] })
const wrongProof = (message: string) => wrong("proof", message)

/** A proof that the court's own log has given, with the key of that log. Any other proof is refused: the court signs no root that it has not signed before. */
const ownProof = (text: string, request: AnyRequest) =>
  Effect.gen(function* () {
    const proof = Proof.parse(text)
    if (proof === null || proof.extra === null)
      return yield* wrongProof("is no proof with its event, as the court gives it (C2SP tlog-proof)")
    const { value: state } = yield* ask(readState, {}, request)
    const log = Records.keyOf(state?.origin ?? "", (yield* Keys).log.publicKey)
    const trust = { logs: [log], policy: null, verifiers: LogVerifiers.nodeVerifiers }
    const verdict = Proof.check(proof, proof.extra, trust)
    return verdict === "proven" ? { proof, log } : yield* wrongProof(Proof.verdicts[verdict])
  })

type LabelAsked = AnyRequest & { readonly path: { readonly format: string; readonly handle: string } }
type StatusAsked = LabelAsked & { readonly query: { readonly proof?: string | undefined } }

/** The label of an agent, and the keys by which it could show that a credential is its own, the latest first. */
const readLabelled = (request: LabelAsked) =>
  Effect.map(ask(readAgent, { handle: request.path.handle }, request), ({ value }) => {
    const { handle, label, reputation, proofs } = value
    const standing = proofs.flatMap(({ proofId, jwk, endedAt }) =>
      endedAt !== null || jwk === null ? [] : [{ proofId, jwk: { ...jwk } }],
    )
    return { agent: { handle, label, reputation, key: standing[0] ?? null }, standing }
  })

const saltBytes = 16
const issuingAt = ({ baseUrl }: FormatsOptions, { now }: AnyRequest) => ({
  issuer: baseUrl,
  seconds: Math.floor(now / 1_000),
  salt: randomBytes(saltBytes).toString("base64url"),
})

type ProofAsked = AnyRequest & {
  readonly path: { readonly format: string }
  readonly payload: { readonly proof: string }
}

type TermsAsked = AnyRequest & {
  readonly path: { readonly format: string }
  readonly payload: { readonly terms: string }
}

/** Signs by the court's key `kid`. Fails if the court has replaced this key since the terms were read. */
const signBy = (kid: string, signs: Uint8Array) =>
  Effect.gen(function* () {
    const signed = yield* (yield* Keys).signNamed(() => signs)
    return signed.kid === kid
      ? new Uint8Array(Buffer.from(signed.signature, "base64"))
      : yield* wrong("terms", "name a key that the court has just replaced: read it again")
  })

export const formats = (options: FormatsOptions): Handlers<typeof FormatsGroup> => {
  const need = (name: string) => {
    const found = options.formats.find((one) => one.name === name)
    return found === undefined ? Effect.fail(refusal("unknown_format", { name })) : Effect.succeed(found)
  }
  return {
    listFormats: () => Effect.succeed(reply({ items: options.formats.map(itemOf) })),
    readFormat: ({ path, now }) =>
      Effect.gen(function* () {
        const { names } = yield* need(path.format)
        if (names === null) return yield* Effect.fail(refusal("unknown_format", { name: path.format }))
        return reply(names(yield* nameAt(options, now)))
      }),
    renderJudgment: (request: Asked) =>
      Effect.gen(function* () {
        const format = yield* need(request.path.format)
        const { value: ruling } = yield* ask(Ruling.readRuling, { citation: request.path.citation }, request)
        const values = yield* readGiven(format.given, request.payload.given)
        const named = yield* nameAt(options, request.now)
        const document = yield* render(format, ruling, values, named)
        const { citation, finality, asOf } = ruling.disposition
        const { name, specification, read } = format
        const disposition = `${options.baseUrl}/api/v1/judgments/${encodeURIComponent(citation)}/disposition`
        return reply({ format: name, specification, read, citation, finality, document, disposition, asOf })
      }),
    issueLabel: (request: LabelAsked) =>
      Effect.gen(function* () {
        const { name, specification, read, labels } = yield* need(request.path.format)
        if (labels === undefined) return yield* Effect.fail(refusal("unknown_format", { name }))
        const { agent } = yield* readLabelled(request)
        const { typ, payload, status, finish } = labels.credential(agent, issuingAt(options, request))
        const jwt = yield* (yield* Keys).sign(payload, { typ })
        const { handle, label } = agent
        return reply({ format: name, specification, read, handle, label, credential: finish(jwt), status })
      }),
    readLabelStatus: (request: StatusAsked) =>
      Effect.gen(function* () {
        const { name, labels } = yield* need(request.path.format)
        if (labels === undefined) return yield* Effect.fail(refusal("unknown_format", { name }))
        const { agent, standing } = yield* readLabelled(request)
        const { proof: id } = request.query
        const proof = id === undefined ? null : { id, stands: standing.some(({ proofId }) => proofId === id) }
        const { typ, payload } = labels.status(agent, proof, issuingAt(options, request))
        return reply(yield* (yield* Keys).sign(payload, { typ }))
      }),
    acceptTerms: ({ path, payload, now }: TermsAsked) =>
      Effect.gen(function* () {
        const { name, specification, read, accepts } = yield* need(path.format)
        if (accepts === undefined) return yield* Effect.fail(refusal("unknown_format", { name }))
        const terms = decodeBase64(payload.terms)
        if (terms === null) return yield* wrong("terms", "is no base64")
        const accepted = accepts(terms, yield* nameAt(options, now), Math.floor(now / 1_000))
        if ("why" in accepted) return yield* wrong("terms", accepted.why)
        const acceptance = accepted.build(yield* signBy(accepted.kid, accepted.signs))
        return reply({
          format: name,
          specification,
          read,
          acceptance: encodeBase64(acceptance),
          sha256: createHash("sha256").update(acceptance).digest("hex"),
          key: encodeBase64(accepted.key),
          validFrom: new Date(accepted.validFrom * 1_000).toISOString(),
          validUntil: new Date(accepted.validUntil * 1_000).toISOString(),
        })
      }),
    renderProof: (request: ProofAsked) =>
      Effect.gen(function* () {
        const { name, specification, read, receipts } = yield* need(request.path.format)
        if (receipts === undefined) return yield* Effect.fail(refusal("unknown_format", { name }))
        const { proof, log } = yield* ownProof(request.payload.proof, request)
        const receipt = receipts(proof, log, options.baseUrl)
        if ("why" in receipt) return yield* wrongProof(`has no receipt: ${receipt.why}`)
        const signature = yield* (yield* Keys).signLog(receipt.signs)
        return reply({
          format: name,
          specification,
          read,
          origin: proof.signed.checkpoint.origin,
          treeSize: proof.signed.checkpoint.size,
          leafIndex: proof.index,
          receipt: encodeBase64(receipt.build(signature)),
          key: encodeBase64(receipt.key),
        })
      }),
  }
}

/** The documents that other protocols look for at a path of their own. */
export const mountFormats = (options: FormatsOptions): ReadonlyArray<readonly [path: string, Mounted]> =>
  options.formats.flatMap(({ wellKnown, names }) =>
    wellKnown === null || names === null
      ? []
      : [
          [
            wellKnown,
            publicRead(() =>
              Effect.gen(function* () {
                const now = yield* (yield* Host).now
                return {
                  status: 200,
                  headers: {
                    "content-type": "application/json; charset=utf-8",
                    "cache-control": "public, max-age=3600",
                    "access-control-allow-origin": "*",
                  },
                  body: JSON.stringify(names(yield* nameAt(options, now))),
                }
              }),
            ),
          ] as const,
        ],
  )
