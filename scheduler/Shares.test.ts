import { describe, expect, it } from "vitest"
import { type Delivery, Shares } from "./Shares.ts"

const delivery = (id: string, addressees: ReadonlyArray<string>, since = 0): Delivery => ({
  task: { id, kind: "work", dueAt: 0, body: null, token: id },
  addressees,
  since,
})
const many = (count: number, addressees: ReadonlyArray<string>) =>
  Array.from({ length: count }, (_, i) => delivery(`${addressees[0]}-${i}`, addressees))
const begun = (shares: Shares): ReadonlyArray<Delivery> => {
  const next = shares.begin()
  return next === null ? [] : [next, ...begun(shares)]
}
const namesOf = (deliveries: ReadonlyArray<Delivery>) => deliveries.map(({ task }) => task.id)

describe("the shares of deliveries", () => {
  it("Rule 2.7 one addressee gets its share of the places, and another begins beside it", () => {
    const shares = new Shares({ places: 8, share: 3 })
    shares.add([...many(10, ["host/slow"]), delivery("other", ["host/other"])])
    const first = begun(shares)
    expect(namesOf(first)).toEqual(["host/slow-0", "other", "host/slow-1", "host/slow-2"])
    for (const one of first.slice(0, 1)) shares.end(one)
    expect(namesOf(begun(shares))).toEqual(["host/slow-3"])
  })

  it("Rule 2.7 a delivery counts for its operator and for its host, so neither many hosts nor many operators give more places", () => {
    const ofOneOperator = new Shares({ places: 8, share: 2 })
    ofOneOperator.add(Array.from({ length: 9 }, (_, i) => delivery(`${i}`, ["operator/1", `host/${i}`])))
    expect(begun(ofOneOperator)).toHaveLength(2)
    const onOneHost = new Shares({ places: 8, share: 2 })
    onOneHost.add(Array.from({ length: 9 }, (_, i) => delivery(`${i}`, [`operator/${i}`, "host/1"])))
    expect(begun(onOneHost)).toHaveLength(2)
  })

  it("Rule 2.7 when all places are taken, the next that is free goes to whoever has the fewest", () => {
    const shares = new Shares({ places: 6, share: 3 })
    shares.add([...many(9, ["host/a"]), ...many(9, ["host/b"])])
    const first = begun(shares)
    expect(first).toHaveLength(6)
    shares.add([delivery("stranger", ["host/c"])])
    expect(begun(shares)).toEqual([])
    for (const one of first.slice(0, 1)) shares.end(one)
    expect(namesOf(begun(shares))).toEqual(["stranger"])
  })

  it("Rule 2.7 deliveries that have waited too long are taken out, and nothing begins after the end", () => {
    const shares = new Shares({ places: 1, share: 1 })
    shares.add([delivery("a", ["x"], 1), delivery("b", ["x"], 2), delivery("c", ["x"], 3)])
    expect(namesOf(shares.late(2))).toEqual(["a", "b"])
    expect(shares.waiting).toBe(1)
    shares.clear()
    expect(begun(shares)).toEqual([])
  })
})
