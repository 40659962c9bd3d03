/** All cases of the kit, in their order. */
import type { Case } from "../Case.ts"
import { bareNames } from "./BareNames.ts"
import { durability } from "./Durability.ts"
import { journalling } from "./Journal.ts"
import { leases } from "./Leases.ts"
import { limiting } from "./Limits.ts"
import { listing } from "./Listing.ts"
import { naming } from "./Naming.ts"
import { numbering, tallying } from "./Numbers.ts"
import { placing } from "./Placing.ts"
import { preconditions } from "./Preconditions.ts"
import { processes } from "./Processes.ts"
import { readers } from "./Readers.ts"
import { reading } from "./Reading.ts"
import { receipts } from "./Receipts.ts"
import { searching } from "./Searching.ts"
import { settling } from "./Settles.ts"
import { sharing } from "./Shared.ts"
import { stopping } from "./Stopped.ts"
import { blobs, oddTexts } from "./Texts.ts"
import { histories, versioning } from "./Versions.ts"

/** Every case of the kit, in the order in which they are run. */
export const cases: ReadonlyArray<Case> = [
  ...reading,
  ...listing,
  ...placing,
  ...searching,
  ...naming,
  ...versioning,
  ...preconditions,
  ...numbering,
  ...tallying,
  ...blobs,
  ...receipts,
  ...leases,
  ...settling,
  ...journalling,
  ...limiting,
  ...oddTexts,
  ...bareNames,
  ...histories,
  ...sharing,
  ...readers,
  ...processes,
  ...stopping,
  ...durability,
]
