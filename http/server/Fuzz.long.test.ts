import fc from "fast-check"
import { beforeAll, describe, expect, it } from "vitest"
import { formats } from "../formats/index.ts"
import { requestTo, targets } from "../testing/Arbitrary.ts"
import { givenCourt } from "../testing/GivenCourt.ts"
import * as Player from "../testing/Player.ts"

describe("random requests", () => {
  const court = givenCourt({ sandbox: true, formats: formats.map(({ name }) => name) })
  let player: Player.Player
  beforeAll(async () => {
    player = await Player.make(court)
  })

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
