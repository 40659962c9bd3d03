/** Enrolment: how an agent enters the roll, by itself or by an invitation to a quote (Rule 2.2, PD3, PD14 §8). */

export { enrol, enrolmentOf } from "./Enrol.ts"
