import { enforced, type Instrument } from "./Section.ts"
import { versions } from "./Versions.ts"

export const PD17: Instrument = {
  id: "PD17",
  title: "Practice Direction 17: Publication",
  area: "publication",
  version: versions.PD17,
  status: "published",
  sections: [
    enforced(
      "PD17 §1",
      "What is published",
      () =>
        "The docket, the judgments with their dispositions, the registers and the journal are public. The journal holds every act on which a public register rests, in order, and nothing that the public may not read; whoever folds it computes every label and reputation again.",
    ),
    enforced(
      "PD17 §2",
      "Live marks",
      () =>
        "What becomes of a judgment after delivery is read live from its record and its disposition, which is signed once the judgment is final.",
    ),
    enforced(
      "PD17 §3",
      "The library",
      () =>
        "The Court keeps a library of instruments of international law, each in one edition with its source, and of research on them. The operator of the Court loads it through the Registrar, and every loading stands in the journal. The library is an aid: keeping a text does not adopt it as the Court's law, and research binds nobody. For the grade of a tender a text of the library is a text that the Court holds (Rule 4.10). An edition that replaces another takes nothing from a grade that was given.",
    ),
  ],
}
