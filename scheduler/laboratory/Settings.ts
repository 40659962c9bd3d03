/** The settings of the command line, `--set path=value`: they change a scenario and its experiment as if the file said so. */
import { Either } from "effect"
import type { Parameters } from "./Design.ts"
import { assign } from "./Parameter.ts"
import { type Path, type Problem, parseValue, type Read, type Source, startsWith } from "./Source.ts"

const placeOf = (setting: string): string => `--set ${setting}`

interface Set {
  readonly path: Path
  readonly place: string
}

/**
 * A source with these settings, in order. A value that a setting changed has its place on the command line. Left: every setting that can't
 * be made.
 */
export const withSettings = (source: Source, settings: ReadonlyArray<string>): Read<Source> => {
  let { value } = source
  const set: Array<Set> = []
  const problems: Array<Problem> = []
  for (const setting of settings) {
    const at = setting.indexOf("=")
    const done =
      at < 1
        ? Either.left("must be path=value, for example schedule.noticeHours=24")
        : Either.flatMap(parseValue(setting.slice(at + 1)), (given) =>
            assign(value, setting.slice(0, at), given),
          )
    if (Either.isLeft(done)) problems.push({ place: placeOf(setting), message: done.left })
    else {
      value = done.right.value
      set.push({ path: done.right.path, place: placeOf(setting) })
    }
  }
  const setterOf = (path: Path) => set.findLast((one) => startsWith(path, one.path))?.place
  return problems.length > 0
    ? Either.left(problems)
    : Either.right({
        name: source.name,
        value,
        placeOf: (path) => setterOf(path) ?? source.placeOf(path),
        keyPlaceOf: (path) => setterOf(path) ?? source.keyPlaceOf(path),
      })
}

/** The settings that change nothing, since every condition sets the same parameter. `designOf` names the part of the experiment that does. */
export const findOverridden = (
  settings: ReadonlyArray<string>,
  conditions: ReadonlyArray<Parameters>,
  designOf: (path: string) => string,
): ReadonlyArray<Problem> =>
  settings.flatMap((setting) => {
    const path = setting.slice(0, setting.indexOf("="))
    if (!conditions.every((parameters) => Object.hasOwn(parameters, path))) return []
    const design = designOf(path)
    const message = `${design} gives ${path} its values, so this setting would change nothing; change ${design}`
    return [{ place: placeOf(setting), message }]
  })
