/** Links to the page of a matter: what a thief, a scanner of mail and a second click get of one. */
import { Layer } from "effect"
import { beforeAll, describe, expect, it } from "vitest"
import { Store } from "../../core/store/Store.ts"
import * as Examples from "../api/Examples.ts"
import { done } from "../testing/Dispute.ts"
import { givenAgents, givenCourt } from "../testing/GivenCourt.ts"
import { freshStore } from "../testing/Rails.ts"

type Fields = Readonly<Record<string, string>>

describe("a link to the page of a matter", () => {
  const court = givenCourt({ store: Layer.succeed(Store, freshStore()), baseUrl: "https://court.test" })
  const keys: Record<string, string> = givenAgents(court, ["buyer", "seller", "stranger"], "one")
  const ids: Array<string> = []
  const [first, second] = [() => ids[0] ?? "", () => ids[1] ?? ""]

  beforeAll(async () => {
    const orders = Examples.filing.claim.orders.map((order) => ({
      ...order,
      against: "seller",
      inFavourOf: "buyer",
    }))
    const body = {
      ...Examples.filing,
      respondent: "seller",
      dealingAt: new Date(court.clock.now).toISOString(),
      claim: { ...Examples.filing.claim, orders },
    }
    for (let i = 0; i < 2; i++) {
      const { matter } = await done(court, "POST", "/matters", { key: keys.buyer ?? "", body })
      ids.push((matter as { readonly id: string }).id)
    }
  })

  const post = (path: string, headers: Fields = {}, body = "") =>
    fetch(`${court.url}${path}`, { method: "POST", redirect: "manual", headers, body })
  const ask = (key: string | undefined, id = first()) =>
    post(`/open/${id}/link`, key === undefined ? {} : { authorization: `Bearer ${key}` })
  /** The secret of a new link. */
  const linked = async (as = "buyer", id = first()) => {
    const { url } = (await (await ask(keys[as], id)).json()) as { readonly url: string }
    expect(url).toMatch(new RegExp(`^https://court\\.test/open/${id}#adt_`))
    return url.split("#")[1] ?? ""
  }
  const press = (token: string, id = first(), headers: Fields = { "sec-fetch-site": "same-origin" }) =>
    post(
      `/open/${id}`,
      { "content-type": "application/x-www-form-urlencoded", ...headers },
      `token=${encodeURIComponent(token)}`,
    )
  const cookieOf = (answer: Response) => answer.headers.get("set-cookie")?.split(";")[0] ?? ""
  const show = (cookie: string, path = `/matters/${first()}`) =>
    fetch(`${court.url}${path}`, { headers: { cookie, accept: "text/html" } })

  it("PD1 §6 given a scanner that opened it before, when the party presses the button, then its browser reads that matter as the party", async () => {
    const token = await linked("seller")
    for (let i = 0; i < 3; i++) {
      const page = await fetch(`${court.url}/open/${first()}`)
      expect([page.status, page.headers.get("referrer-policy")]).toEqual([200, "no-referrer"])
      expect(page.headers.get("set-cookie")).toBeNull()
    }
    const answer = await press(token)
    expect([answer.status, answer.headers.get("location")]).toEqual([303, `/matters/${first()}`])
    const fields = answer.headers.get("set-cookie")?.split("; ").slice(1)
    expect(fields).toEqual([
      `Path=/matters/${first()}`,
      "Max-Age=600",
      "HttpOnly",
      "SameSite=Strict",
      "Secure",
    ])
    const page = await show(cookieOf(answer))
    expect(page.status).toBe(200)
    expect(page.headers.get("cache-control")).toBe("private, no-store")
    expect(await page.text()).toContain("<strong>seller</strong> (you)")
    expect(court.log.join("\n")).not.toContain(token)
  })

  it("PD1 §6 given two who press at once, then one of them reads it, and nobody after them", async () => {
    const token = await linked()
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => press(token)))
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 410, 410, 410, 410])
    expect((await press(token)).status).toBe(410)
    expect(await (await press(token)).text()).toContain("This link serves no more")
  })

  it("PD1 §6 given the link of one matter, then it opens no other, and its cookie reads no other and does nothing", async () => {
    const token = await linked()
    expect((await press(token, second())).status).toBe(410)
    const cookie = cookieOf(await press(token))
    expect((await show(cookie)).status).toBe(200)
    const elsewhere = [`/matters/${second()}`, `/api/v1/matters/${first()}`, "/api/v1/matters"]
    for (const path of elsewhere) expect([path, (await show(cookie, path)).status]).toEqual([path, 401])
    const secret = cookie.split("=")[1] ?? ""
    const stolen = { authorization: `Bearer ${secret}` }
    for (const path of [
      "/api/v1/heartbeat",
      `/api/v1/matters/${first()}/discontinue`,
      `/open/${first()}/link`,
    ])
      expect([path, (await post(path, stolen)).status]).toEqual([path, 401])
  })

  it("PD1 §6 given the secret of a link as a credential, then nothing is read with it", async () => {
    const headers = { authorization: `Bearer ${await linked()}` }
    for (const path of [`/matters/${first()}`, `/api/v1/matters/${first()}`])
      expect((await fetch(`${court.url}${path}`, { headers })).status).toBe(401)
  })

  it("PD1 §6 given whoever may not read the matter, or an office, then no link is given", async () => {
    const unknown = "01990000-0000-7000-8000-000000000000"
    expect((await ask(keys.stranger)).status).toBe(403)
    expect((await ask(undefined)).status).toBe(401)
    expect((await ask(keys.buyer, unknown)).status).toBe(404)
    expect((await ask(court.registrar)).status).toBe(403)
    expect((await ask(keys.buyer, "no-matter")).status).toBe(404)
    expect((await fetch(`${court.url}/open/${first()}/link`)).status).toBe(405)
  })

  it("PD1 §6 given a form of another site, a body that is not a form, or no token, then no link is used up", async () => {
    const token = await linked()
    expect((await press(token, first(), { "sec-fetch-site": "cross-site" })).status).toBe(400)
    expect((await press(token, first(), { origin: "https://evil.example" })).status).toBe(400)
    expect((await press(token, first(), { "content-type": "text/plain" })).status).toBe(400)
    expect((await press("", first())).status).toBe(410)
    expect((await press(`${token}0`, first())).status).toBe(410)
    expect((await press(token, first(), {})).status).toBe(303)
  })

  it("Rule 2.6 given a cookie whose key was ended since, then it reads nothing", async () => {
    const cookie = cookieOf(await press(await linked("buyer")))
    expect((await show(cookie)).status).toBe(200)
    await done(court, "POST", "/registrar/keys/revoke", {
      key: court.registrar,
      body: { handle: "buyer", reasons: "The key was stolen." },
    })
    expect((await show(cookie)).status).toBe(401)
  })
})
