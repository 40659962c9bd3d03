import { afterAll, describe, expect, it } from "vitest"
import { Thread } from "./DefaultScreen.ts"

const script = new URL("./testing/FailingThread.ts", import.meta.url)
const paper = (text: string) => [{ path: "title", text }]
const limitMs = 30_000

describe("the thread that reads papers", () => {
  const thread = new Thread(script)
  afterAll(() => thread.close())

  it.each(["hang", "backtrack"])(
    "is stopped at the time limit if a paper makes it %s, and the next paper is read",
    async (how) => {
      expect(await thread.ask(paper(how), 100)).toBeNull()
      expect(await thread.ask(paper("plain"), limitMs)).toEqual([])
    },
  )

  it("gives no findings for a paper over which it dies, and reads the next paper", async () => {
    expect(await thread.ask(paper("die"), limitMs)).toBeNull()
    expect(await thread.ask(paper("plain"), limitMs)).toEqual([])
  })

  it("is reported as a fault for each paper if it ends as it starts", async () => {
    const absent = new Thread(new URL("./testing/EndingThread.ts", import.meta.url))
    await expect(absent.ask(paper("plain"), limitMs)).rejects.toThrow("ended as it started")
    await expect(absent.ask(paper("plain"), limitMs)).rejects.toThrow("ended as it started")
    await absent.close()
  })

  it("is started again for a paper that comes after it was closed", async () => {
    const other = new Thread(script)
    await other.close()
    expect(await other.ask(paper("plain"), limitMs)).toEqual([])
    await other.close()
  })
})
