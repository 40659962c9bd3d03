/** The bench for judges (`http/docs/judges.md`): matters with known answers, in variants, and the judges by whose faults it is tried. */
export { mattersDefault } from "./Cases.ts"
export { modelJudge, panelJudge, Unasked } from "./OfModel.ts"
export { pageOf } from "./Page.ts"
export { type JudgesReport, type Reported, reportOn, type Times } from "./Report.ts"
export { type Ended, type JudgeRun, runJudge, type Settings, WrongFolder } from "./Run.ts"
export { ownJudges, type TriedJudge } from "./Try.ts"
