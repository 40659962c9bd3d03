import { Client } from "pg"
import { expect, it } from "vitest"
import { freshDatabase } from "./testing/FreshDatabase.ts"
import { opener } from "./testing/Opened.ts"

const open = opener()

it("a series is begun once, although two sessions try to begin it at the same time", async () => {
  const url = await freshDatabase()
  await open(url)
  const [first, second] = [new Client({ connectionString: url }), new Client({ connectionString: url })]
  await Promise.all([first.connect(), second.connect()])
  // given a session that has begun the series and has not committed
  await first.query("begin")
  await first.query("select agent_court.begin_series('new')")
  // when another session begins it, and waits for the first one
  const waiting = second.query("select agent_court.begin_series('new')::text as name")
  for (;;) {
    const { rows } = await first.query("select from pg_locks where not granted and locktype = 'advisory'")
    if (rows.length > 0) break
  }
  await first.query("commit")
  // then it finds the series of the first one
  expect((await waiting).rows).toEqual([
    { name: expect.stringMatching(/^agent_court\.series_[0-9a-f]{32}$/) },
  ])
  await Promise.all([first.end(), second.end()])
})
