import type { Json } from "../../../core/kernel/Json.ts"
import type { Kind } from "../../../core/kernel/Kind.ts"
import { recordKey } from "../../../core/store/Commit.ts"
import { rowOf, type Snapshot } from "./ForkedStore.ts"

export interface View {
  readonly all: <A>(kind: Kind<A>) => ReadonlyArray<A>
  readonly find: <A>(kind: Kind<A>, id: string) => A | null
}

const views = new WeakMap<Snapshot, View>()

const make = (state: Snapshot): View => {
  const kinds = new Map<string, Array<Json>>()
  const rows = [...new Set([...state.root.keys(), ...state.records.keys()])]
  for (const key of rows) {
    const row = rowOf(state, key)
    if (row === undefined) continue
    const ofKind = kinds.get(row.ref.kind) ?? []
    kinds.set(row.ref.kind, ofKind)
    ofKind.push(row.body)
  }
  return {
    // A record's type is its JSON (core/kernel/Kind.ts).
    all: <A>({ name }: Kind<A>) => (kinds.get(name) ?? []) as unknown as ReadonlyArray<A>,
    find: <A>(kind: Kind<A>, id: string) =>
      (rowOf(state, recordKey({ kind: kind.name, id }))?.body ?? null) as A | null,
  }
}

export const viewOf = (state: Snapshot): View => {
  const known = views.get(state) ?? make(state)
  views.set(state, known)
  return known
}
