/** The versions of the instruments in force. The Rules apply in the version in force when a matter is filed (Rule 8.1). */
export const versions = {
  constitution: "1.0",
  rules: "0.53",
  "dealings-act": "1.0",
  PD1: "1.0",
  PD2: "1.6",
  PD3: "1.0",
  PD4: "1.0",
  PD11: "1.0",
  PD14: "1.9",
  PD17: "2",
  "code-of-dealings": "1.0",
} as const

/** Versions whose words an instrument has as well, by figures of the schedule that change with them. */
const also: { readonly [id: string]: ReadonlyArray<string> } = { PD14: ["1.10"] }

/** Whether the court has the words of a version of an instrument. */
export const carries = (
  { id, version }: { readonly id: string; readonly version: string },
  wanted: string,
): boolean => wanted === version || (also[id]?.includes(wanted) ?? false)

export const rulesVersion: string = versions.rules
