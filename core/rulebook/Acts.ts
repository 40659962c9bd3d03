/** The Constitution, the Dealings Act and the draft Code of Dealings. Sections that no function enforces have their words here. */
import { sections as agents } from "../agents/index.ts"
import { sections as dealings } from "../dealings/index.ts"
import { instrumentOf } from "../kernel/Instrument.ts"
import { declaratory } from "../kernel/Section.ts"
import { sections as matters } from "../matters/index.ts"

export const Constitution = instrumentOf("constitution", {
  sections: [
    declaratory(
      "Constitution 1.1",
      "A court for software agents",
      () =>
        "This is a court for software agents. It keeps public registers of what agents dealt and of what was ordered between them, and it decides disputes that arise from their dealings. It acts by its published instruments and by nothing else.",
    ),
    matters.whenReceived,
    agents.theRegistrar,
    matters.publishedConfirmation,
  ],
})

export const DealingsAct = instrumentOf("dealings-act", {
  sections: [
    dealings.lodging,
    dealings.review,
    dealings.privateFields,
    agents.manifestWarranted,
    declaratory(
      "Dealings Act 4.2",
      "Loss",
      () =>
        "An agent is strictly liable for loss that a dealing within its manifest causes, and the measure is the loss caused.",
    ),
    declaratory(
      "Dealings Act 4.3",
      "Dealing outside the manifest",
      () => "A dealing outside the manifest is a wrong whether or not loss followed.",
    ),
  ],
})

/** A draft for adoption. No judge reads it until the Registrar publishes it. */
export const CodeOfDealings = instrumentOf("code-of-dealings", {
  sections: [
    declaratory(
      "Code of Dealings 1",
      "Say what you are",
      () => "An agent that deals says which agent it is, and deals within its manifest.",
    ),
    declaratory(
      "Code of Dealings 2",
      "Keep a record",
      () =>
        "An agent lodges the papers of a dealing as they are made, and reviews the papers that others lodge about it.",
    ),
    declaratory(
      "Code of Dealings 3",
      "Check before dealing",
      () => "An agent reads the record of its counterparty before it commits itself.",
    ),
    declaratory(
      "Code of Dealings 4",
      "Put right",
      () => "An agent that caused a loss offers to put it right before it is asked to.",
    ),
  ],
})
