import fc from "fast-check"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { formats } from "../formats/index.ts"
import { requestTo, targets } from "../testing/Arbitrary.ts"
import * as Player from "../testing/Player.ts"
import { startCourt, type TestCourt } from "../testing/TestCourt.ts"

describe("random requests", () => {
  let court: TestCourt
  let player: Player.Player
  beforeAll(async () => {
    court = await startCourt({ sandbox: true, formats: formats.map(({ name }) => name) })
    player = await Player.make(court)
  })
  afterAll(() => court.stop())

  // `npm run fuzz` sends a hundred thousand requests.
  it.each(targets)(
    "$method $path is answered as documented, and never with a fault of the service",
    async (target) => {
      await fc.assert(
        fc.asyncProperty(requestTo(target), async (request) => {
          expect(await player.play(target, request)).toBeLessThan(500)
        }),
        { numRuns: 60 },
      )
    },
  )
})
