/** The delivery, as the checks read it: bytes, text or JSON. Each reading is made once. */
import type { Fuel } from "./Fuel.ts"
import { decodeText, NotJson, parseJson, type Value } from "./Json.ts"
import { hashBytes } from "./Sha256.ts"

const levelsMax = 64

/** Thrown where a check can't be met by what was delivered. */
export class Unmet {
  readonly why: string

  constructor(why: string) {
    this.why = why
  }
}

export class Artifact {
  readonly bytes: Uint8Array
  readonly hash: string
  #text: string | null | undefined
  #json: Value | NotJson | undefined

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
    this.hash = hashBytes(bytes)
  }

  get length(): number {
    return this.bytes.length
  }

  readText(): string {
    if (this.#text === undefined) this.#text = decodeText(this.bytes)
    if (this.#text === null)
      throw new Unmet("The delivery is not text: it must be UTF-8 without a byte order mark.")
    return this.#text
  }

  readJson(fuel: Fuel): Value {
    fuel.spend(this.length)
    if (this.#json === undefined) this.#json = parseJson(this.readText(), levelsMax)
    if (this.#json instanceof NotJson)
      throw new Unmet(`The delivery is not JSON: ${this.#json.reason}, at character ${this.#json.at}.`)
    return this.#json
  }
}
