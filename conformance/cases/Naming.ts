import { Effect } from "effect"
import { type Case, equal, sameMembers, test } from "../Case.ts"
import { changes, commit, committed, conflict } from "../Changes.ts"

const holder = test("holder")

export const naming: ReadonlyArray<Case> = [
  holder("free", "a name that nobody took has no holder", ({ store, own }) =>
    Effect.flatMap(store.holder(own("name")), (found) => equal("the holder", found, null)),
  ),

  holder(
    "taken",
    "a name belongs to who took it first; another is refused it and changes nothing",
    ({ store, own }) =>
      Effect.gen(function* () {
        const claim = own("name")
        yield* commit(store, { claims: [{ claim, holder: "first" }] })
        const result = yield* store.commit(changes({ claims: [{ claim, holder: "second" }] }))
        yield* equal("the second claim", result, conflict({ taken: [claim] }))
        yield* equal("the holder", yield* store.holder(claim), "first")
      }),
  ),

  holder("again", "who has a name may claim it again", ({ store, own }) =>
    Effect.gen(function* () {
      const claims = [{ claim: own("name"), holder: "first" }]
      yield* commit(store, { claims })
      yield* equal("the claim again", yield* store.commit(changes({ claims })), committed())
      yield* equal("the holder", yield* store.holder(own("name")), "first")
    }),
  ),

  holder("released", "a released name is free for others", ({ store, own }) =>
    Effect.gen(function* () {
      const claim = own("name")
      yield* commit(store, { claims: [{ claim, holder: "first" }] })
      yield* commit(store, { releases: [{ claim, holder: "first" }] })
      yield* equal("the holder", yield* store.holder(claim), null)
      yield* commit(store, { claims: [{ claim, holder: "second" }] })
      yield* equal("the next holder", yield* store.holder(claim), "second")
    }),
  ),

  holder(
    "not-theirs",
    "a name is not released by who does not have it, and asking is no conflict",
    ({ store, own }) =>
      Effect.gen(function* () {
        const claim = own("name")
        yield* commit(store, { claims: [{ claim, holder: "first" }] })
        yield* commit(store, {
          releases: [
            { claim, holder: "second" },
            { claim: own("nobody's"), holder: "second" },
          ],
        })
        yield* equal("the holder", yield* store.holder(claim), "first")
      }),
  ),

  holder("handed-on", "releases come before claims, so one change set hands a name on", ({ store, own }) =>
    Effect.gen(function* () {
      const claim = own("name")
      yield* commit(store, { claims: [{ claim, holder: "first" }] })
      yield* commit(store, { releases: [{ claim, holder: "first" }], claims: [{ claim, holder: "second" }] })
      yield* equal("the holder", yield* store.holder(claim), "second")
    }),
  ),

  holder(
    "release-in-vain",
    "a release by who does not have the name does not make way for a claim",
    ({ store, own }) =>
      Effect.gen(function* () {
        const claim = own("name")
        yield* commit(store, { claims: [{ claim, holder: "first" }] })
        const grab = changes({
          releases: [{ claim, holder: "second" }],
          claims: [{ claim, holder: "second" }],
        })
        yield* equal("the grab", yield* store.commit(grab), conflict({ taken: [claim] }))
        yield* equal("the holder", yield* store.holder(claim), "first")
      }),
  ),

  holder(
    "all-named",
    "every name that is held by another is named, and a free one beside them is not taken",
    ({ store, own }) =>
      Effect.gen(function* () {
        const held = [own("a"), own("b"), own("c")]
        yield* commit(store, { claims: held.map((claim) => ({ claim, holder: "first" })) })
        const claims = [own("free"), ...held].map((claim) => ({ claim, holder: "second" }))
        const result = yield* store.commit(changes({ claims }))
        yield* sameMembers("taken", result._tag === "Conflict" ? result.taken : [], held)
        yield* equal("the free name", yield* store.holder(own("free")), null)
      }),
  ),

  holder("exact", "names are the same only where every character is", ({ store, own }) =>
    Effect.gen(function* () {
      const names = ["name", "Name", "name ", "nāme", "na\u0304me", "name/", "nam", "ｎame"].map(own)
      yield* Effect.forEach(names, (claim, i) => commit(store, { claims: [{ claim, holder: String(i) }] }))
      const holders = yield* Effect.forEach(names, store.holder)
      yield* equal(
        "the holders",
        holders,
        names.map((_, i) => String(i)),
      )
    }),
  ),

  holder("race", "of many who claim one name at once, exactly one gets it", ({ store, own }) =>
    Effect.gen(function* () {
      const results = yield* Effect.all(
        Array.from({ length: 24 }, (_, i) =>
          store.commit(changes({ claims: [{ claim: own("name"), holder: String(i) }] })),
        ),
        { concurrency: "unbounded" },
      )
      const winners = results.flatMap((result, i) => (result._tag === "Committed" ? [String(i)] : []))
      yield* equal("the winner and the holder", winners, [(yield* store.holder(own("name"))) ?? "nobody"])
      const others = results.filter(({ _tag }) => _tag !== "Committed")
      yield* equal("the others", others, Array(23).fill(conflict({ taken: [own("name")] })))
    }),
  ),
]
