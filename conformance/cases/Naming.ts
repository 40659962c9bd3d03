import { Effect } from "effect"
import { type Case, equal, sameMembers, test } from "../Case.ts"
import { changes, commit, committedResult, conflict } from "../Changes.ts"

const holder = test("holder")

export const naming: ReadonlyArray<Case> = [
  holder("free", "a name that was never claimed has no holder", function* ({ store, own }) {
    yield* equal("the holder", yield* store.holder(own("name")), null)
  }),

  holder(
    "taken",
    "a name belongs to the first that claims it; a claim by another is a conflict and changes nothing",
    function* ({ store, own }) {
      const claim = own("name")
      yield* commit(store, { claims: [{ claim, holder: "first" }] })
      const result = yield* store.commit(changes({ claims: [{ claim, holder: "second" }] }))
      yield* equal("the second claim", result, conflict({ taken: [claim] }))
      yield* equal("the holder", yield* store.holder(claim), "first")
    },
  ),

  holder("again", "the holder of a name may claim it again", function* ({ store, own }) {
    const claims = [{ claim: own("name"), holder: "first" }]
    yield* commit(store, { claims })
    yield* equal(
      "the result of the second claim",
      yield* store.commit(changes({ claims })),
      committedResult(),
    )
    yield* equal("the holder", yield* store.holder(own("name")), "first")
  }),

  holder("released", "a released name can be claimed by another", function* ({ store, own }) {
    const claim = own("name")
    yield* commit(store, { claims: [{ claim, holder: "first" }] })
    yield* commit(store, { releases: [{ claim, holder: "first" }] })
    yield* equal("the holder", yield* store.holder(claim), null)
    yield* commit(store, { claims: [{ claim, holder: "second" }] })
    yield* equal("the next holder", yield* store.holder(claim), "second")
  }),

  holder(
    "not-theirs",
    "a release by another than the holder has no effect and is no conflict",
    function* ({ store, own }) {
      const claim = own("name")
      yield* commit(store, { claims: [{ claim, holder: "first" }] })
      yield* commit(store, {
        releases: [
          { claim, holder: "second" },
          { claim: own("nobody's"), holder: "second" },
        ],
      })
      yield* equal("the holder", yield* store.holder(claim), "first")
    },
  ),

  holder(
    "handed-on",
    "releases come before claims, so that one change set can pass a name from one holder to another",
    function* ({ store, own }) {
      const claim = own("name")
      yield* commit(store, { claims: [{ claim, holder: "first" }] })
      yield* commit(store, {
        releases: [{ claim, holder: "first" }],
        claims: [{ claim, holder: "second" }],
      })
      yield* equal("the holder", yield* store.holder(claim), "second")
    },
  ),

  holder(
    "release-in-vain",
    "a release by another than the holder does not free the name for a claim in the same change set",
    function* ({ store, own }) {
      const claim = own("name")
      yield* commit(store, { claims: [{ claim, holder: "first" }] })
      const releaseAndClaim = changes({
        releases: [{ claim, holder: "second" }],
        claims: [{ claim, holder: "second" }],
      })
      yield* equal(
        "the result of releasing and claiming another's name",
        yield* store.commit(releaseAndClaim),
        conflict({ taken: [claim] }),
      )
      yield* equal("the holder", yield* store.holder(claim), "first")
    },
  ),

  holder(
    "all-named",
    "a conflict names every claimed name that another holds, and a free name claimed with them stays free",
    function* ({ store, own }) {
      const held = [own("a"), own("b"), own("c")]
      yield* commit(store, { claims: held.map((claim) => ({ claim, holder: "first" })) })
      const claims = [own("free"), ...held].map((claim) => ({ claim, holder: "second" }))
      const result = yield* store.commit(changes({ claims }))
      yield* sameMembers("taken", result._tag === "Conflict" ? result.taken : [], held)
      yield* equal("the free name", yield* store.holder(own("free")), null)
    },
  ),

  holder("exact", "two names are the same only if all their characters are", function* ({ store, own }) {
    const names = ["name", "Name", "name ", "nāme", "na\u0304me", "name/", "nam", "ｎame"].map(own)
    yield* Effect.forEach(names, (claim, i) => commit(store, { claims: [{ claim, holder: String(i) }] }))
    const holders = yield* Effect.forEach(names, store.holder)
    yield* equal(
      "the holders",
      holders,
      names.map((_, i) => String(i)),
    )
  }),

  holder("race", "if many claim one name at the same time, exactly one gets it", function* ({ store, own }) {
    const results = yield* Effect.all(
      Array.from({ length: 24 }, (_, i) =>
        store.commit(changes({ claims: [{ claim: own("name"), holder: String(i) }] })),
      ),
      { concurrency: "unbounded" },
    )
    const winners = results.flatMap((result, i) => (result._tag === "Committed" ? [String(i)] : []))
    yield* equal("the commit that claimed the name, compared with its holder", winners, [
      (yield* store.holder(own("name"))) ?? "nobody",
    ])
    const others = results.filter(({ _tag }) => _tag !== "Committed")
    yield* equal(
      "the results of the other commits",
      others,
      Array(23).fill(conflict({ taken: [own("name")] })),
    )
  }),
]
