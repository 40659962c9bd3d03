/** The fields of a compliance entry that lay beside its state, before all that its judgment ordered stood together as its `order`. */
export const orderFields: ReadonlyArray<string> = [
  "citation",
  "n",
  "matterId",
  "filedAt",
  "type",
  "bound",
  "favoured",
  "amountCents",
  "currency",
  "hours",
  "deliveredAt",
]
