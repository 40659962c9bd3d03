import { afterAll, describe, expect, it } from "vitest"
import { Thread } from "./Pool.ts"

const script = new URL("./testing/FailingThread.ts", import.meta.url)
const piece = (text: string) => ({ text, now: 0, documents: null, spoken: [] })
const limitMs = 30_000

describe("the thread that verifies evidence", () => {
  const thread = new Thread(script)
  afterAll(() => thread.close())

  it("is ended at its limit if a piece makes it hang, and the next piece is verified", async () => {
    expect(await thread.ask(piece("hang"), 50)).toBeNull()
    expect(await thread.ask(piece("plain"), limitMs)).toEqual({ kind: "none" })
  })

  it("gives nothing for a piece over which it dies, and verifies the next piece", async () => {
    expect(await thread.ask(piece("die"), limitMs)).toBeNull()
    expect(await thread.ask(piece("plain"), limitMs)).toEqual({ kind: "none" })
  })

  it("is reported as a fault for each piece if it ends as it starts", async () => {
    const absent = new Thread(new URL("./testing/EndingThread.ts", import.meta.url))
    await expect(absent.ask(piece("plain"), limitMs)).rejects.toThrow("ended as it started")
    await expect(absent.ask(piece("plain"), limitMs)).rejects.toThrow("ended as it started")
    await absent.close()
  })

  it("is started again for a piece that comes after it was closed", async () => {
    const other = new Thread()
    await other.close()
    expect(await other.ask(piece("plain"), limitMs)).toEqual({ kind: "none" })
    await other.close()
  })
})
