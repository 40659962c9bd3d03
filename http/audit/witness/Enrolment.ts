/**
 * The signed request by which the operator of a log asks an open witness to follow it: a note (C2SP signed-note) that the log's own key
 * signs. It names the witness and the time, so that nobody else can use it, there or later. It can't be taken for a checkpoint, whose
 * second line is a number.
 */
import { Checkpoint, Cosignature, Note } from "../../../core/log/index.ts"

/** The enrolment of a log with the witness of a vkey. */
export interface Enrolment {
  readonly witness: string
  /** The key of the log. Its name is the origin of the log. */
  readonly log: Note.VerifierKey
  /** How many checkpoints the log wants to have signed in a day. */
  readonly perDay: number
  readonly contact: string
  /** When the log signed this, in whole seconds since 1970. */
  readonly time: number
}

/** A court signs a checkpoint every two seconds at most. */
export const perDayMax = 43_200

const firstLine = "agent-court witness enrolment v1"
const words = ["witness", "log", "qpd", "contact", "time"] as const

const textOf = ({ witness, log, perDay, contact, time }: Enrolment): string =>
  [
    firstLine,
    `witness ${witness}`,
    `log ${Note.formatVerifierKey(log)}`,
    `qpd ${perDay}`,
    `contact ${contact}`,
    `time ${time}`,
    "",
  ].join("\n")

export const signEnrolment = (enrolment: Enrolment, sign: (message: Uint8Array) => Uint8Array): string => {
  const text = textOf(enrolment)
  const { name, id } = enrolment.log
  return Note.format({ text, signatures: [{ name, id, bytes: sign(Buffer.from(text)) }] })
}

/** The names that an open list shows: no words that look like others, and nothing that turns a line around. */
const isPrintable = (text: string, max: number): boolean =>
  text.length <= max && /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(text)
const contactMax = 200
const originMax = 128

const valuesOf = (text: string): ReadonlyArray<string> | null => {
  const [first, ...lines] = text.slice(0, -1).split("\n")
  const isWhole =
    first === firstLine &&
    lines.length === words.length &&
    lines.every((line, at) => line.startsWith(`${words[at]} `))
  return isWhole ? lines.map((line, at) => line.slice(`${words[at]} `.length)) : null
}

const enrolmentOf = (text: string): Enrolment | null => {
  const [witness = "", vkey = "", qpd = "", contact = "", seconds = ""] = valuesOf(text) ?? []
  const [log, perDay, time] = [
    Note.parseVerifierKey(vkey),
    Checkpoint.parseNumber(qpd),
    Checkpoint.parseNumber(seconds),
  ]
  if (log === null || perDay === null || time === null) return null
  const isBounded =
    log.type === Note.signatureTypes.ed25519 &&
    perDay >= 1 &&
    perDay <= perDayMax &&
    isPrintable(contact, contactMax) &&
    isPrintable(log.name, originMax)
  return isBounded ? { witness, log, perDay, contact, time } : null
}

const isSigned = (bytes: Uint8Array, text: string, { publicKey }: Note.VerifierKey): boolean => {
  try {
    // The portable verifier refuses keys of low order, for which anybody can sign.
    return Cosignature.portableVerifiers.ed25519(bytes, Buffer.from(text), publicKey)
  } catch {
    return false
  }
}

/** Reads a text as a request. `malformed` if it is another text or beyond the bounds, `unsigned` if the key that it names did not sign it. */
export const readEnrolment = (note: string): Enrolment | "malformed" | "unsigned" => {
  const parsed = Note.parse(note)
  const enrolment = parsed === null ? null : enrolmentOf(parsed.text)
  if (parsed === null || enrolment === null) return "malformed"
  const { name, id } = enrolment.log
  const own = parsed.signatures.filter((one) => one.name === name && one.id === id)
  return own.length === 1 && own.every(({ bytes }) => isSigned(bytes, parsed.text, enrolment.log))
    ? enrolment
    : "unsigned"
}
