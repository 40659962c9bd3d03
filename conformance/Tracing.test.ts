/** Reads what the trace of a store's calls to the operating system says of it. */
import { describe, expect, it } from "vitest"
import { Broken, NotProbed } from "./Case.ts"
import { judge, markOf } from "./Tracing.ts"

const mark = (moment: "begin" | "end", n: number) =>
  `7 rmdir("${markOf(moment, n)}") = -1 ENOENT (No such file)`
/** Two commits, with these calls in the second. */
const traceWith = (...calls: ReadonlyArray<string>) =>
  [mark("begin", 0), "7 fsync(9) = 0", mark("end", 0), mark("begin", 1), ...calls, mark("end", 1)].join("\n")

describe("the trace of a process that commits", () => {
  it.each([
    ["waits by one call", ["7 fdatasync(9) = 0"]],
    ["waits in a thread of its own", ["8 fsync(9 <unfinished ...>", "8 <... fsync resumed>) = 0"]],
    ["writes to a file whose writes wait", ['7 openat(AT_FDCWD, "/a", O_WRONLY|O_DSYNC) = 9']],
  ])("keeps the promise if the store %s", (_, calls) => {
    expect(judge(traceWith(...calls), 2)).toBeNull()
  })

  it.each([
    ["never waits", []],
    ["is refused by the disk", ["7 fsync(9) = -1 EIO (Input/output error)"]],
    ["begins to wait, and acknowledges before it has", ["8 fsync(9 <unfinished ...>"]],
  ])("breaks the promise if the store %s", (_, calls) => {
    expect(judge(traceWith(...calls), 2)).toBeInstanceOf(Broken)
  })

  it("shows nothing of a store behind a connection, or if marks are missing", () => {
    const connected = "7 connect(5, {sa_family=AF_INET}, 16) = -1 EINPROGRESS (Operation now in progress)"
    expect(judge(`${connected}\n${traceWith()}`, 2)).toBeInstanceOf(NotProbed)
    expect(judge(traceWith(), 3)).toBeInstanceOf(NotProbed)
  })
})
