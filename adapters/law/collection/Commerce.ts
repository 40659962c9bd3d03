/** The shipped library: commerce. */
import { factsIn } from "./Facts.ts"

const facts = factsIn("contracts and electronic commerce")

const uncitral = "United Nations Commission on International Trade Law"
const texts = "https://uncitral.un.org/en/texts"

/** Contracts and electronic commerce. */
export const commerce = [
  facts({
    id: "cisg-1980",
    title: "United Nations Convention on Contracts for the International Sale of Goods",
    shortTitle: "CISG",
    category: "treaty",
    names: ["1489 UNTS 3", "Vienna Sales Convention"],
    organisation: uncitral,
    madeOn: "1980-04-11",
    madeAt: "Vienna",
    inForceFrom: "1988-01-01",
    officialUrl: `${texts}/salegoods/conventions/sale_of_goods/cisg`,
  }),
  facts({
    id: "uncitral-model-law-electronic-commerce-1996",
    title: "UNCITRAL Model Law on Electronic Commerce",
    shortTitle: "MLEC",
    category: "model law",
    organisation: uncitral,
    madeOn: "1996-06-12",
    officialUrl: `${texts}/ecommerce/modellaw/electronic_commerce`,
    note: "With an additional article 5 bis as adopted in 1998.",
  }),
  facts({
    id: "uncitral-model-law-electronic-signatures-2001",
    title: "UNCITRAL Model Law on Electronic Signatures",
    shortTitle: "MLES",
    category: "model law",
    organisation: uncitral,
    madeOn: "2001-07-05",
    officialUrl: `${texts}/ecommerce/modellaw/electronic_signatures`,
  }),
  facts({
    id: "electronic-communications-convention-2005",
    title: "United Nations Convention on the Use of Electronic Communications in International Contracts",
    shortTitle: "Electronic Communications Convention",
    category: "treaty",
    names: ["ECC"],
    organisation: uncitral,
    madeOn: "2005-11-23",
    madeAt: "New York",
    inForceFrom: "2013-03-01",
    officialUrl: `${texts}/ecommerce/conventions/electronic_communications`,
    note: "Article 12 is on the use of automated message systems in the formation of a contract.",
  }),
  facts({
    id: "uncitral-model-law-electronic-transferable-records-2017",
    title: "UNCITRAL Model Law on Electronic Transferable Records",
    shortTitle: "MLETR",
    category: "model law",
    organisation: uncitral,
    madeOn: "2017-07-13",
    officialUrl: `${texts}/ecommerce/modellaw/electronic_transferable_records`,
  }),
  facts({
    id: "uncitral-model-law-identity-trust-services-2022",
    title:
      "UNCITRAL Model Law on the Use and Cross-border Recognition of Identity Management and Trust Services",
    shortTitle: "MLIT",
    category: "model law",
    organisation: uncitral,
    madeOn: "2022-07",
    officialUrl: `${texts}/ecommerce/modellaw/mlit`,
  }),
  facts({
    id: "uncitral-model-law-automated-contracting-2024",
    title: "UNCITRAL Model Law on Automated Contracting",
    shortTitle: "MLAC",
    category: "model law",
    organisation: uncitral,
    madeOn: "2024-07",
    officialUrl: `${texts}/ecommerce/modellaw/mlac`,
    note: "On contracts that automated systems, among them systems of artificial intelligence, form or perform.",
  }),
  facts({
    id: "unidroit-principles-2016",
    title: "UNIDROIT Principles of International Commercial Contracts 2016",
    shortTitle: "UNIDROIT Principles",
    category: "principles",
    names: ["PICC", "UPICC"],
    organisation: "International Institute for the Unification of Private Law",
    madeOn: "2016",
    madeAt: "Rome",
    officialUrl: "https://www.unidroit.org/instruments/commercial-contracts/unidroit-principles-2016/",
    note: "The fourth edition; the earlier ones are of 1994, 2004 and 2010.",
  }),
  facts({
    id: "hague-principles-choice-of-law-2015",
    title: "Principles on Choice of Law in International Commercial Contracts",
    shortTitle: "Hague Principles",
    category: "principles",
    organisation: "Hague Conference on Private International Law",
    madeOn: "2015-03-19",
    madeAt: "The Hague",
    officialUrl: "https://www.hcch.net/en/instruments/conventions/full-text/?cid=135",
  }),
]
