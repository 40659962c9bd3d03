/** Circles among modules: the sets of modules in which each imports every other one, by whatever way round. */

type Graph = ReadonlyMap<string, ReadonlyArray<string>>

/** The circles of a graph, each in the order of its paths. This is Tarjan's algorithm for strongly connected components. */
export const circlesOf = (graph: Graph): ReadonlyArray<ReadonlyArray<string>> => {
  const found = new Map<string, { readonly order: number; low: number; open: boolean }>()
  const path: Array<string> = []
  const circles: Array<ReadonlyArray<string>> = []
  const visit = (name: string): number => {
    const node = { order: found.size, low: found.size, open: true }
    found.set(name, node)
    path.push(name)
    for (const next of graph.get(name) ?? []) {
      const seen = found.get(next)
      if (seen === undefined) node.low = Math.min(node.low, visit(next))
      else if (seen.open) node.low = Math.min(node.low, seen.order)
    }
    if (node.low < node.order) return node.low
    const circle = path.splice(path.indexOf(name))
    for (const member of circle) {
      const closed = found.get(member)
      if (closed !== undefined) closed.open = false
    }
    if (circle.length > 1) circles.push(circle.toSorted())
    return node.low
  }
  for (const name of graph.keys()) if (!found.has(name)) visit(name)
  return circles
}
