/** The rules of fees and credit as functions of plain data. They load no runtime, no schema and no store. */
export {
  appealFee,
  type CreditableFee,
  counselFee,
  credit,
  isPastFreeList,
  magistrateFee,
  paymentOnChain,
  rateFor,
  statusAt,
  theAppealFee,
  theMagistratesFee,
  workCredit,
  workCredits,
  workValue,
} from "./Law.ts"
export { feeOf } from "./MagistrateFee.ts"
