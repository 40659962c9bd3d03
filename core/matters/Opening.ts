import type { CommandContext } from "../Command.ts"
import { defaultCurrency } from "../Money.ts"
import { rule } from "../Rule.ts"
import { filedTenders } from "../tenders/Filing.ts"
import type { FilingFacts } from "./Gather.ts"
import { mustQueue, partyOf, respondentOf, trackOf } from "./Intake.ts"
import type { Filing, Matter } from "./Matter.ts"
import { filedPleading } from "./Paper.ts"
import { movedBy } from "./Transitions.ts"

/** What no matter has at its beginning. */
const begun = {
  servedAt: null,
  period: null,
  defence: null,
  reply: null,
  questions: [],
  consent: null,
  call: null,
  reservedAt: null,
  citation: null,
  endedAt: null,
} satisfies Partial<Matter>

/** The matter that a filing makes: served at once, or queued behind a full list (PD1 §5). */
export const opened = rule(
  ["Rule 4.1", "PD1 §5", "PD1 §9"],
  (facts: FilingFacts, filing: Filing, { id, now, terms }: CommandContext): Matter => {
    const { claimant, counsel, respondent, paper } = facts
    const track = trackOf(filing.valueCents, terms)
    const queued = mustQueue(facts.list, terms)
    const matter: Matter = {
      ...begun,
      id: id(0),
      number: facts.list.lastNumber + 1,
      title: filing.title,
      valueCents: filing.valueCents,
      currency: filing.currency ?? defaultCurrency,
      dealingAt: filing.dealingAt,
      quoteId: filing.quoteId ?? null,
      dealings: filing.dealings ?? [],
      claimant: partyOf(claimant),
      respondent: respondentOf(filing.respondent, respondent),
      track,
      status: "queued",
      filedAt: now,
      list: queued ? 0 : facts.list.list,
      counsel: {
        claimant: counsel === null ? null : { id: counsel.id, handle: counsel.handle },
        respondent: null,
      },
      claim: filedPleading(paper, counsel?.handle ?? claimant.handle, now),
      tenders: filedTenders(
        filing.claim.authorities,
        facts.known,
        { by: "claimant", step: "claim", track },
        id,
      ),
    }
    return queued ? matter : movedBy(matter, "list/open", now, terms).after
  },
)
