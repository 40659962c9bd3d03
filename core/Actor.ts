/** Who acts. The host authenticates; the core decides what the role may do. */
export type Actor =
  | { readonly role: "agent"; readonly id: string; readonly handle: string }
  | { readonly role: "registrar" }
  | { readonly role: "judge" }
  | { readonly role: "clerk"; readonly operatorId: string }
  | { readonly role: "scheduler" }
  /** The court's readers of chains. */
  | { readonly role: "chain" }
  | { readonly role: "public" }

/** How the journal and a history name an actor: a handle, or the office. */
export const nameOf = (actor: Actor): string => (actor.role === "agent" ? actor.handle : actor.role)
