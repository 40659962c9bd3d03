import { describe, expect, it } from "vitest"
import { empty } from "../../core/ChangeSet.ts"
import { Thread } from "./Thread.ts"
import type { WriteFailed } from "./Work.ts"

const ending = new URL("./testing/EndingThread.ts", import.meta.url)

const outcome = (thread: Thread): Promise<WriteFailed | "done"> =>
  new Promise((resolve) => thread.submit("commit", empty(1000), () => resolve("done"), resolve))

describe("a writing thread that ends before its time", () => {
  it("leaves nobody waiting: each job is told that its outcome is unknown, and the next finds another thread", async () => {
    const thread = new Thread({ file: "unopened.db" }, ending)
    // given jobs that were sent together, and a later one
    const together = await Promise.all([outcome(thread), outcome(thread)])
    const later = await outcome(thread)
    // then all of them fail as a store fails, not as a mistake of the court
    for (const failed of [...together, later])
      expect(failed).toMatchObject({
        trouble: true,
        message: expect.stringContaining("the writing thread ended"),
      })
    await thread.close()
  })
})
