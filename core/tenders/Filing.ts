/** Putting the tenders of a pleading on the record (Rule 4.10). */
import type { Change } from "../Change.ts"
import * as Changed from "../Change.ts"
import type { Matter } from "../matters/Matter.ts"
import type { Side } from "../Party.ts"
import { rule } from "../Rule.ts"
import type { Instant } from "../Time.ts"
import { filed, type Knowledge, nothingKnown } from "./Grading.ts"
import { Tenders } from "./Source.ts"
import type { FiledTender, Tender } from "./Tender.ts"

/** Ids of a pleading's tenders, among those of one command: from the second on. */
const firstTenderId = 1

/** The tenders of a pleading as its matter keeps them, each with the grade that it has now. */
export const filedTenders = (
  authorities: ReadonlyArray<Tender>,
  known: ReadonlyArray<Knowledge>,
  place: { readonly by: Side; readonly step: FiledTender["step"]; readonly track: Matter["track"] },
  id: (n: number) => string,
): ReadonlyArray<FiledTender> =>
  authorities.map((tender, position) =>
    filed(
      tender,
      {
        id: id(firstTenderId + position),
        by: place.by,
        step: place.step,
        position,
        summary: place.track === "summary",
      },
      known[position] ?? nothingKnown,
    ),
  )

/** What other matters may know of these tenders: nothing where they stand on the summary track (PD1 §9). */
export const tenderedChanges = rule(
  ["PD1 §9", "Rule 4.10"],
  (
    matter: Matter,
    tenders: ReadonlyArray<FiledTender>,
    authorities: ReadonlyArray<Tender>,
    filedAt: Instant,
  ): ReadonlyArray<Change> =>
    matter.track === "summary"
      ? []
      : tenders.map(({ id, by, citation, position }) =>
          Changed.put(Tenders, {
            id,
            matterId: matter.id,
            operatorId: matter[by].operatorId,
            citation,
            text: authorities[position]?.text ?? null,
            filedAt,
          }),
        ),
)
