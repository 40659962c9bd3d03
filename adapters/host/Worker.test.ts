/** A thread that does work, on runtimes that tell how long a thread has run, and on other runtimes. */
import { Worker as Running } from "node:worker_threads"
import { afterEach, describe, expect, it, vi } from "vitest"
import { Worker } from "./Worker.ts"

const script = new URL("../screen/testing/FailingThread.ts", import.meta.url)
const workerOf = (busyFactor: number) => new Worker({ script, what: "of tests", memoryMb: 64, busyFactor })
const hang = [{ path: "title", text: "hang" }]

describe("a thread beside the process's own", () => {
  afterEach(() => vi.restoreAllMocks())

  it.each([1, 40])(
    "is ended once it has run its time, if the clock gives it %d times that",
    async (busyFactor) => {
      const worker = workerOf(busyFactor)
      expect(await worker.ask(hang, 60)).toBeNull()
      expect(await worker.ask([], 30_000)).toEqual([])
      await worker.close()
    },
  )

  it("is ended by the clock if the runtime does not tell how long it ran", async () => {
    vi.spyOn(Running.prototype, "cpuUsage").mockRejectedValue(new Error("not told"))
    const worker = workerOf(1_000_000)
    expect(await worker.ask(hang, 60)).toBeNull()
    await worker.close()
  })
})
