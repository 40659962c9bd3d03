/** Finds the operation of a path. Static segments win over parameters; every path is held in one tree. */

export interface Route {
  readonly method: string
  /** Segments as in `/api/v1/agents/:handle`. */
  readonly path: string
}

interface Node<R> {
  readonly children: Map<string, Node<R>>
  parameter: { readonly node: Node<R> } | null
  readonly routes: Map<string, { readonly route: R; readonly names: ReadonlyArray<string> }>
}

export type Found<R> =
  | { readonly _tag: "Found"; readonly route: R; readonly params: Readonly<Record<string, string>> }
  | { readonly _tag: "WrongMethod"; readonly allow: ReadonlyArray<string>; readonly routes: ReadonlyArray<R> }
  | { readonly _tag: "Absent" }
  | { readonly _tag: "BadEncoding" }

const node = <R>(): Node<R> => ({ children: new Map(), parameter: null, routes: new Map() })

const insert = <R extends Route>(root: Node<R>, route: R): void => {
  let at = root
  const names: Array<string> = []
  for (const segment of route.path.split("/").slice(1)) {
    if (segment.startsWith(":")) {
      names.push(segment.slice(1))
      at.parameter ??= { node: node() }
      at = at.parameter.node
    } else {
      const next = at.children.get(segment) ?? node<R>()
      at.children.set(segment, next)
      at = next
    }
  }
  at.routes.set(route.method, { route, names })
}

/** The node of a path and the raw values of its parameters; static segments are tried first. */
const walk = <R>(
  at: Node<R>,
  segments: ReadonlyArray<string>,
  i: number,
  values: ReadonlyArray<string>,
): { readonly at: Node<R>; readonly values: ReadonlyArray<string> } | null => {
  const segment = segments[i]
  if (segment === undefined) return at.routes.size > 0 ? { at, values } : null
  const child = at.children.get(segment)
  const found = child === undefined ? null : walk(child, segments, i + 1, values)
  if (found !== null || at.parameter === null || segment === "") return found
  return walk(at.parameter.node, segments, i + 1, [...values, segment])
}

/** A finder over these routes. `HEAD` is answered by `GET`. */
export const make = <R extends Route>(routes: ReadonlyArray<R>) => {
  const root = node<R>()
  for (const route of routes) insert(root, route)
  return (method: string, path: string): Found<R> => {
    const reached = walk(root, path.split("/").slice(1), 0, [])
    if (reached === null) return { _tag: "Absent" }
    const found = reached.at.routes.get(method === "HEAD" ? "GET" : method)
    if (found === undefined) {
      const methods = [...reached.at.routes.keys()]
      const allow = [...methods, ...(methods.includes("GET") ? ["HEAD"] : []), "OPTIONS"]
      return { _tag: "WrongMethod", allow, routes: [...reached.at.routes.values()].map((it) => it.route) }
    }
    try {
      const params: Record<string, string> = {}
      for (const [i, name] of found.names.entries()) {
        const value = decodeURIComponent(reached.values[i] ?? "")
        if (value.includes("\0")) return { _tag: "BadEncoding" }
        params[name] = value
      }
      return { _tag: "Found", route: found.route, params }
    } catch {
      return { _tag: "BadEncoding" }
    }
  }
}
