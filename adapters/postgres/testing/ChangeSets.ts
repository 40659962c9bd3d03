import type { Json } from "../../../core/kernel/Json.ts"
import { type ChangeSet, empty, type Put } from "../../../core/store/ChangeSet.ts"

export const changes = (parts: Partial<ChangeSet>): ChangeSet => ({ ...empty(1_000), ...parts })

export const note = (id: string) => ({ kind: "note", id })
export const putNote = (
  id: string,
  expected = 0,
  body: Json = { id },
  keys: ReadonlyArray<string> = [],
): Put => ({
  ref: note(id),
  expected,
  body,
  index: keys.map((key) => ({ index: "notes", key })),
})
export const happened = (id: string, subject = "note/1") => ({
  id,
  at: 1_000,
  type: "note.written",
  subject,
  rules: ["Rule 4.1"],
  data: { id },
})
