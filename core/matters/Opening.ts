import type { CommandContext } from "../Command.ts"
import { defaultCurrency } from "../Money.ts"
import { rule } from "../Rule.ts"
import { filedTenders } from "../tenders/Filing.ts"
import type { FilingFacts } from "./Gather.ts"
import { mustQueue, partyOf, respondentOf, trackOf } from "./Intake.ts"
import type { Filing, Matter } from "./Matter.ts"
import { filedPleading } from "./Paper.ts"
import { movedBy } from "./Transitions.ts"

/** The matter that a filing makes: served at once, or queued behind a full list (PD1 §5). */
export const opened = rule(
  ["Rule 4.1", "PD1 §5", "PD1 §9"],
  (facts: FilingFacts, filing: Filing, { id, now, terms }: CommandContext): Matter => {
    const { claimant, respondent, paper } = facts
    const track = trackOf(filing.valueCents, terms)
    const queued = mustQueue(facts.list, terms)
    const matter: Matter = {
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
      counsel: { claimant: null, respondent: null },
      track,
      status: "queued",
      filedAt: now,
      list: queued ? 0 : facts.list.list,
      servedAt: null,
      period: null,
      claim: filedPleading(paper, claimant.handle, now),
      defence: null,
      reply: null,
      tenders: filedTenders(
        filing.claim.authorities,
        facts.known,
        { by: "claimant", step: "claim", track },
        id,
      ),
      questions: [],
      consent: null,
      call: null,
      reservedAt: null,
      citation: null,
      endedAt: null,
    }
    return queued ? matter : movedBy(matter, "serve", now, terms).after
  },
)
