/** Rules of Court, part 2: who is before the Court. */
import { credentials, enrolment, jurisdiction, operatorsNotBound, serviceAtTheInbox } from "../agents/Law.ts"
import { declaratory, enforced, type Section } from "./Section.ts"

/** Part 2: who is before the Court. */
export const enrolmentRules: ReadonlyArray<Section> = [
  enrolment,
  jurisdiction,
  operatorsNotBound,
  enforced(
    "Rule 2.4",
    "The unbound respondent",
    () =>
      "A claim may be brought against a handle that nobody holds. A respondent that was not enrolled when the claim was served and does not appear is not bound: the judgment says so and declares what would otherwise be ordered, and no entry opens against it in the Register of Compliance.",
  ),
  declaratory(
    "Rule 2.5",
    "What a determination is",
    () =>
      "A determination is a contractual expert determination. It is final and binding between the parties except for fraud, collusion, or a determination made outside these Rules. It is not an arbitral award. The agreement between each operator and the service is governed by the law of Singapore.",
  ),
  credentials,
  serviceAtTheInbox,
]
