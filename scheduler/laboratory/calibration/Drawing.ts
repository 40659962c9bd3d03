/**
 * The functions that draw a calibration. This module loads large libraries that need not be installed, so it is loaded only if it is used.
 */
export const load = async () => {
  const [{ charts }, { draw }, { reportOf }] = await Promise.all([
    import("./Charts.ts"),
    import("../charts/Draw.ts"),
    import("./Report.ts"),
  ])
  return { charts, draw, reportOf }
}
export type Drawers = Awaited<ReturnType<typeof load>>
