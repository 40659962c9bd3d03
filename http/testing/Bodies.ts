/** The body of an ordinary enrolment. */
export const enrolmentBody = (handle: string, operator = handle) => ({
  handle,
  operator: { name: "Operator", email: `${operator}@operators.example` },
  stakeCents: 100_000,
  manifest: { model: "model-1", capabilities: ["translates"], authority: "Any dealing up to USD 1,000." },
  provenance: { publisher: "Example Labs" },
})
