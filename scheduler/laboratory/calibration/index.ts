/** Calibration: the parameters under which a scenario gives observed figures. The functions that draw are loaded apart (`Drawing.ts`). */
export { calibrateStudy, costOfCalibration, runsAtMost } from "./Calibrate.ts"
export { type Given, plan } from "./Plan.ts"
export { marginals } from "./Tables.ts"
export { warnings } from "./Warnings.ts"
