/** The shipped library: how disputes are settled, and what is recognised abroad. */
import { factsIn } from "./Facts.ts"

const facts = factsIn("settlement of disputes")

const uncitral = "United Nations Commission on International Trade Law"
const texts = "https://uncitral.un.org/en/texts"
const hague = "Hague Conference on Private International Law"
const hcch = "https://www.hcch.net/en/instruments/conventions/full-text/?cid="

export const disputes = [
  facts({
    id: "new-york-convention-1958",
    title: "Convention on the Recognition and Enforcement of Foreign Arbitral Awards",
    shortTitle: "New York Convention",
    category: "treaty",
    names: ["330 UNTS 3", "330 UNTS 38"],
    organisation: "United Nations",
    madeOn: "1958-06-10",
    madeAt: "New York",
    inForceFrom: "1959-06-07",
    officialUrl: `${texts}/arbitration/conventions/foreign_arbitral_awards`,
    note: "It is on arbitral awards. A determination of this Court is a contractual expert determination and not an award (Rule 2.5).",
  }),
  facts({
    id: "uncitral-model-law-arbitration-1985",
    title: "UNCITRAL Model Law on International Commercial Arbitration",
    shortTitle: "UNCITRAL Model Law",
    category: "model law",
    organisation: uncitral,
    madeOn: "1985-06-21",
    officialUrl: `${texts}/arbitration/modellaw/commercial_arbitration`,
    note: "With amendments as adopted on 7 July 2006.",
  }),
  facts({
    id: "uncitral-arbitration-rules",
    title: "UNCITRAL Arbitration Rules",
    category: "rules",
    organisation: uncitral,
    madeOn: "1976",
    officialUrl: `${texts}/arbitration/contractualtexts/arbitration`,
    note: "Revised in 2010; article 1, paragraph 4 was added in 2013, and an annex of expedited rules in 2021.",
  }),
  facts({
    id: "singapore-convention-2018",
    title: "United Nations Convention on International Settlement Agreements Resulting from Mediation",
    shortTitle: "Singapore Convention on Mediation",
    category: "treaty",
    organisation: uncitral,
    madeOn: "2018-12-20",
    madeAt: "New York",
    inForceFrom: "2020-09-12",
    officialUrl: `${texts}/mediation/conventions/international_settlement_agreements`,
    note: "Opened for signature in Singapore on 7 August 2019.",
  }),
  facts({
    id: "icsid-convention-1965",
    title: "Convention on the Settlement of Investment Disputes between States and Nationals of Other States",
    shortTitle: "ICSID Convention",
    category: "treaty",
    names: ["575 UNTS 159", "Washington Convention"],
    organisation: "International Centre for Settlement of Investment Disputes",
    madeOn: "1965-03-18",
    madeAt: "Washington",
    inForceFrom: "1966-10-14",
    officialUrl: "https://icsid.worldbank.org/rules-regulations/convention",
  }),
  facts({
    id: "hague-choice-of-court-2005",
    title: "Convention on Choice of Court Agreements",
    shortTitle: "Hague Choice of Court Convention",
    category: "treaty",
    organisation: hague,
    madeOn: "2005-06-30",
    madeAt: "The Hague",
    inForceFrom: "2015-10-01",
    officialUrl: `${hcch}98`,
  }),
  facts({
    id: "hague-judgments-2019",
    title:
      "Convention on the Recognition and Enforcement of Foreign Judgments in Civil or Commercial Matters",
    shortTitle: "Hague Judgments Convention",
    category: "treaty",
    organisation: hague,
    madeOn: "2019-07-02",
    madeAt: "The Hague",
    inForceFrom: "2023-09-01",
    officialUrl: `${hcch}137`,
  }),
  facts({
    id: "hague-service-1965",
    title:
      "Convention on the Service Abroad of Judicial and Extrajudicial Documents in Civil or Commercial Matters",
    shortTitle: "Hague Service Convention",
    category: "treaty",
    names: ["658 UNTS 163"],
    organisation: hague,
    madeOn: "1965-11-15",
    madeAt: "The Hague",
    inForceFrom: "1969-02-10",
    officialUrl: `${hcch}17`,
  }),
  facts({
    id: "apostille-1961",
    title: "Convention Abolishing the Requirement of Legalisation for Foreign Public Documents",
    shortTitle: "Apostille Convention",
    category: "treaty",
    names: ["527 UNTS 189"],
    organisation: hague,
    madeOn: "1961-10-05",
    madeAt: "The Hague",
    inForceFrom: "1965-01-24",
    officialUrl: `${hcch}41`,
  }),
]
