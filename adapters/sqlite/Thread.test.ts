import { execFile } from "node:child_process"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { describe, expect, it } from "vitest"
import { empty } from "../../core/store/ChangeSet.ts"
import { Thread } from "./Thread.ts"
import type { JobFailed } from "./Work.ts"

const ending = new URL("./testing/EndingThread.ts", import.meta.url)
const endingSlowly = new URL("./testing/SlowEndingThread.ts", import.meta.url)

const none = { keep: () => {}, end: () => {} }

const outcome = (thread: Thread): Promise<JobFailed | "done"> =>
  new Promise((resolve) => thread.submit("commit", empty(1000), () => resolve("done"), resolve))

describe("a thread that ends too early", () => {
  it("fails every job that waits for it, and the next job gets another thread", async () => {
    const thread = new Thread({ file: "unopened.db" }, ending, none)
    // given two jobs that were sent together, and a later one
    const together = await Promise.all([outcome(thread), outcome(thread)])
    const later = await outcome(thread)
    // then all of them fail because of the store, not because of a bug
    for (const failed of [...together, later])
      expect(failed).toMatchObject({
        trouble: true,
        message: expect.stringContaining("a thread of the store ended"),
      })
    await thread.close()
  })
})

describe("a thread that is closed", () => {
  it("keeps the process alive until it has ended, also if it answers its last job in between", async () => {
    const program = fileURLToPath(new URL("./testing/awaitsEnd.ts", import.meta.url))
    // Node ends a program that waits for nothing with 13 and a warning, and this rejects.
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [program])
    expect([stdout, stderr]).toEqual(["closed\n", ""])
  })

  it.each([
    [8_000, true],
    [100, false],
  ])("says, given %i ms to end, whether its connection is closed: %j", async (answerWithinMs, closed) => {
    const thread = new Thread({ file: "unopened.db", answerWithinMs }, endingSlowly, none)
    // given a thread that answers, and needs 200 ms to close its connection
    await expect.poll(() => outcome(thread)).toBe("done")
    // then its close says so, and says it again
    expect([await thread.close(), await thread.close()]).toEqual([closed, closed])
  })
})
