/**
 * The type of an object under a name: `type HoldJson = Named<typeof HoldView.Encoded>`. Editors and declarations then print the name and
 * not all members. Unlike an interface, such a type is JSON if its members are. A union has no name in this way.
 */
export type Named<T> = Pick<T, keyof T>
