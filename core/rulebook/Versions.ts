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

export const rulesVersion: string = versions.rules
