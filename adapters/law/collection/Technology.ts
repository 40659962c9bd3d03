/** The shipped library: computers, data and artificial intelligence. */
import { factsIn } from "./Facts.ts"

const facts = factsIn("technology and data")

export const technology = [
  facts({
    id: "coe-ai-convention-2024",
    title:
      "Council of Europe Framework Convention on Artificial Intelligence and Human Rights, Democracy and the Rule of Law",
    shortTitle: "Framework Convention on Artificial Intelligence",
    category: "treaty",
    names: ["CETS No. 225"],
    organisation: "Council of Europe",
    madeOn: "2024-05-17",
    madeAt: "Strasbourg",
    officialUrl:
      "https://www.coe.int/en/web/artificial-intelligence/the-framework-convention-on-artificial-intelligence",
    note: "Opened for signature in Vilnius on 5 September 2024.",
  }),
  facts({
    id: "oecd-ai-recommendation-2019",
    title: "Recommendation of the Council on Artificial Intelligence",
    shortTitle: "OECD AI Principles",
    category: "recommendation",
    names: ["OECD/LEGAL/0449"],
    organisation: "Organisation for Economic Co-operation and Development",
    madeOn: "2019-05-22",
    officialUrl: "https://legalinstruments.oecd.org/en/instruments/OECD-LEGAL-0449",
    note: "Amended in 2023 and 2024.",
  }),
  facts({
    id: "unesco-ai-ethics-2021",
    title: "Recommendation on the Ethics of Artificial Intelligence",
    category: "recommendation",
    organisation: "UNESCO",
    madeOn: "2021-11-23",
    madeAt: "Paris",
    officialUrl: "https://www.unesco.org/en/legal-affairs/recommendation-ethics-artificial-intelligence",
  }),
  facts({
    id: "cybercrime-convention-2001",
    title: "Convention on Cybercrime",
    shortTitle: "Budapest Convention",
    category: "treaty",
    names: ["ETS No. 185"],
    organisation: "Council of Europe",
    madeOn: "2001-11-23",
    madeAt: "Budapest",
    inForceFrom: "2004-07-01",
    officialUrl: "https://www.coe.int/en/web/conventions/full-list?module=treaty-detail&treatynum=185",
  }),
]
