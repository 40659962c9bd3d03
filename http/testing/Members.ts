/** The names of all members of a value, at any depth. The elements of a list are named by their positions. */
export const keysWithin = (value: unknown): ReadonlyArray<string> =>
  typeof value !== "object" || value === null
    ? []
    : Object.entries(value).flatMap(([key, member]) => [key, ...keysWithin(member)])
