/** The data that can be found on a disk after a loss of power: all that was synced, and any part of the rest. */
import type { Step } from "./Trace.ts"

type Change = Extract<Step, { readonly _tag: "Write" | "Truncate" }>

// A disk writes a sector whole or not at all.
const sectorBytes = 512

/** How much of what was not synced is there: nothing, all, or each sector for which the function gives true. */
export type Kept = "nothing" | "all" | (() => boolean)

const apply = (content: Buffer, change: Change, kept: Kept): Buffer => {
  if (kept === "nothing") return content
  if (change._tag === "Truncate") {
    if (kept !== "all" && !kept()) return content
    return Buffer.concat([content, Buffer.alloc(Math.max(0, change.size - content.length))], change.size)
  }
  const end = change.at + change.bytes.length
  const written = Buffer.concat([content, Buffer.alloc(Math.max(0, end - content.length))])
  for (let at = change.at; at < end; ) {
    const next = Math.min(end, (Math.floor(at / sectorBytes) + 1) * sectorBytes)
    if (kept === "all" || kept()) change.bytes.copy(written, at, at - change.at, next - change.at)
    at = next
  }
  return written
}

interface File {
  readonly durable: Buffer
  readonly waiting: ReadonlyArray<Change>
}

const none: File = { durable: Buffer.alloc(0), waiting: [] }

export class Disk {
  readonly #files = new Map<string, File>()

  follow(step: Step): void {
    if (step._tag === "Acknowledge") return
    const file = this.#files.get(step.name) ?? none
    if (step._tag === "Remove") this.#files.delete(step.name)
    else if (step._tag === "Sync") {
      const durable = file.waiting.reduce((content, change) => apply(content, change, "all"), file.durable)
      this.#files.set(step.name, { durable, waiting: [] })
    } else this.#files.set(step.name, { ...file, waiting: [...file.waiting, step] })
  }

  /** The files as they are found if the power is lost now. */
  image(kept: Kept): ReadonlyMap<string, Buffer> {
    return new Map(
      [...this.#files].map(([name, { durable, waiting }]) => [
        name,
        waiting.reduce((content, change) => apply(content, change, kept), durable),
      ]),
    )
  }
}
