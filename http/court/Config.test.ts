import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Either } from "effect"
import { describe, expect, it } from "vitest"
import { Note } from "../../core/log/index.ts"
import { read } from "./Config.ts"
import { misspelt } from "./Variables.ts"

const config = (env: Record<string, string>) => Either.getOrThrow(read(env))
const problems = (env: Record<string, string>) =>
  Either.match(read(env), { onLeft: (error) => error.problems, onRight: () => [] })

describe("the environment", () => {
  it("describes a court on SQLite for this machine alone if it is empty", () => {
    expect(config({})).toMatchObject({
      host: "127.0.0.1",
      port: 8080,
      baseUrl: "http://127.0.0.1:8080",
      data: "./court-data",
      store: { kind: "sqlite", at: "./court-data/court.db" },
      scheduler: "embedded",
      judge: "papers",
      sandbox: false,
      rateLimit: { perSecond: 20, burst: 60 },
    })
  })

  it.each([
    ["memory:", { kind: "memory", at: "" }],
    ["sqlite:/var/court.db", { kind: "sqlite", at: "/var/court.db" }],
    ["denokv:/var/court.kv", { kind: "denokv", at: "/var/court.kv" }],
    ["denokv:https://kv.example/db", { kind: "denokv", at: "https://kv.example/db" }],
    ["postgres://u:p@h/d", { kind: "postgres", at: "postgres://u:p@h/d" }],
    ["postgres://u:p@h1,h2:5433/d", { kind: "postgres", at: "postgres://u:p@h1,h2:5433/d" }],
  ])("COURT_STORE=%s", (COURT_STORE, store) => expect(config({ COURT_STORE }).store).toEqual(store))

  it("COURT_WITNESSES: a policy whose witnesses can't be asked, or can't be a quorum, is named", () => {
    const folder = mkdtempSync(join(tmpdir(), "agent-court-config-"))
    const file = join(folder, "policy")
    const keyOf = (i: number) =>
      Note.formatVerifierKey(Note.makeVerifierKey(`w${i}`, 4, new Uint8Array(32).fill(i)))
    const line = (i: number, url = "") => `witness w${i} ${keyOf(i)} ${url}\n`
    const told = (text: string) => {
      writeFileSync(file, text)
      return problems({ COURT_WITNESSES: file })
    }
    expect(told(`${line(1, "http://127.0.0.1:8090")}${line(2)}quorum w1\n`)).toEqual([])
    expect(config({ COURT_WITNESSES: file }).witnesses?.witnesses).toHaveLength(2)
    expect(told("quorum none\n\nwitness w1\n")[0]).toMatch(
      /COURT_WITNESSES: .*policy, line 3: a witness line/,
    )
    expect(told(`${line(1, "ftp://w1.example")}quorum w1\n`)[0]).toMatch(/the witness w1 needs an http/)
    expect(told(`${line(1, "https://a:b@w1.example")}quorum w1\n`)[0]).toMatch(/the witness w1 needs an http/)
    expect(told(`${line(1)}quorum w1\n`)[0]).toMatch(/too few of its witnesses have an address/)
    const many = Array.from({ length: 64 }, (_, i) => line(i, "https://w.example")).join("")
    expect(told(`${many}quorum none\n`)[0]).toMatch(/more than 63 witnesses/)
    rmSync(folder, { recursive: true })
    expect(problems({ COURT_WITNESSES: file })).toEqual([`COURT_WITNESSES: ${file} can't be read`])
  })

  it("the problem of a wrong COURT_STORE names the host and no password", () =>
    expect(problems({ COURT_STORE: "postgres://u:secret@h1,h2:port/d" })).toEqual([
      'COURT_STORE: the host "h2:port" can\'t be read; like postgres://<user>@<host>[,<host>…]/<database>',
    ]))

  it("COURT_STORE_READ names replicas", () => {
    const url = "postgres://u:p@h1,h2/d"
    const read = "postgres://u:p@h3,h4/d"
    expect(config({ COURT_STORE: url, COURT_STORE_READ: read }).store).toEqual({
      kind: "postgres",
      at: url,
      read,
    })
    expect(problems({ COURT_STORE: url, COURT_STORE_READ: "postgres://u:secret@,h/d" })).toEqual([
      'COURT_STORE_READ: the host "" can\'t be read',
    ])
  })

  it("a rate limit is off, or a rate and a burst", () => {
    expect(config({ COURT_RATE_LIMIT: "off" }).rateLimit).toBeNull()
    expect(config({ COURT_RATE_LIMIT: "5/s;burst=7" }).rateLimit).toEqual({ perSecond: 5, burst: 7 })
  })

  it("proxies are trusted by address and by range, and none by default", () => {
    expect(config({}).trustedProxies).toEqual([])
    expect(config({ COURT_TRUSTED_PROXIES: "10.0.0.0/8, 2001:db8::7" }).trustedProxies).toHaveLength(2)
  })

  it.each(["proxy.example", "10.1", "10.0.0.0/33", "10.0.0.1,", "::/0/0", "7"])(
    "COURT_TRUSTED_PROXIES=%s is refused with an example",
    (COURT_TRUSTED_PROXIES) => {
      expect(problems({ COURT_TRUSTED_PROXIES }).join()).toMatch(/^COURT_TRUSTED_PROXIES=.*10\.0\.0\.0\/8/)
    },
  )

  it("metrics are served at an address of their own, never at the public one", () => {
    const metrics = (COURT_METRICS: string, HOST: string) => problems({ COURT_METRICS, HOST, PORT: "8080" })
    const refused = ["COURT_METRICS: needs an address of its own, not the address that the public reaches"]
    expect(metrics("127.0.0.1:8080", "127.0.0.1")).toEqual(refused)
    expect(metrics("127.0.0.1:8080", "0.0.0.0")).toEqual(refused)
    expect(metrics("127.0.0.1:9464", "127.0.0.1")).toEqual([])
    expect(metrics("127.0.0.1:8080", "192.0.2.1")).toEqual([])
  })

  it("an address loses the slash at its end", () => {
    expect(config({ COURT_BASE_URL: "https://court.example/" }).baseUrl).toBe("https://court.example")
  })

  it("takes none of the variables that Kubernetes sets for a service called court as its own", () => {
    const ofService = {
      COURT_SERVICE_HOST: "10.0.0.1",
      COURT_SERVICE_PORT_HTTP: "80",
      COURT_PORT: "tcp://10.0.0.1:80",
      COURT_PORT_80_TCP_ADDR: "10.0.0.1",
    }
    expect(problems(ofService)).toEqual([])
  })

  it("knows every variable that the program spells", () => {
    const spelled = ["bin", "court", "operate", "terminal"].flatMap((room) => {
      const folder = join(import.meta.dirname, "..", room)
      return readdirSync(folder)
        .filter((name) => /^[^.]+\.ts$/.test(name) && name !== "Variables.ts")
        .flatMap((name) => readFileSync(join(folder, name), "utf8").match(/(?<=env\.|")COURT_[A-Z_]+/g) ?? [])
    })
    expect(spelled.length).toBeGreaterThan(20)
    expect(misspelt(Object.fromEntries(spelled.map((name) => [name, ""])))).toEqual([])
  })

  it("says everything that is wrong at once, a line for each variable", () => {
    const wrong = {
      PORT: "80800",
      COURT_BASE_URL: "court.example",
      COURT_STORE: "mysql://secret@host",
      COURT_SCHEDULER: "on",
      COURT_JUDGE: "jury",
      COURT_SANDBOX: "yes",
      COURT_RATE_LIMIT: "20",
      COURT_CONTACT: "security@court.example",
    }
    const found = problems(wrong)
    expect(found.map((line) => line.split(/[=:]/)[0]).sort()).toEqual(Object.keys(wrong).sort())
    expect(found.join()).not.toContain("secret")
  })

  const model = {
    COURT_MODEL_URL: "https://models.example/v1/",
    COURT_MODEL: "house/model-4",
    COURT_MODEL_UNPRICED: "refuse",
  }

  it("PD2 §2 names the models that draft for counsel, with their prices; a key is printed nowhere", () => {
    expect(config({}).model).toBeNull()
    const priced = {
      COURT_MODEL_KEY: "sk-secret",
      COURT_MODEL_PRICE: "0.075/15",
      COURT_COUNSEL: "a/b=1/2, c",
    }
    const read = config({ ...model, ...priced })
    expect(read.model).toMatchObject({
      url: "https://models.example/v1",
      usual: {
        model: "house/model-4",
        price: { inputMicros: 75_000, outputMicros: 15_000_000 },
        stated: { input: "0.075", output: "15" },
      },
      counsel: {
        any: false,
        others: [
          { model: "a/b", stated: { input: "1", output: "2" } },
          { model: "c", price: null },
        ],
      },
      timeoutMs: 120_000,
    })
    expect(JSON.stringify(read) + String(read.model?.key)).not.toContain("secret")
    expect(config({ ...model, COURT_COUNSEL: "any" }).model?.counsel).toEqual({ others: [], any: true })
    expect(config({ ...model, COURT_COUNSEL: "off" }).model?.counsel).toBeNull()
  })

  it("PD2 §3 a model without a price is free only if COURT_MODEL_UNPRICED=free", () => {
    const { COURT_MODEL_UNPRICED: _, ...unsaid } = model
    const priced = { ...unsaid, COURT_MODEL_PRICE: "3/15" }
    expect(problems(unsaid).join()).toMatch(/^COURT_MODEL_UNPRICED: no price is given for house\/model-4\. /)
    expect(problems({ ...priced, COURT_COUNSEL: "a=1/2,b" }).join()).toMatch(/no price is given for b\. /)
    expect(problems({ ...unsaid, COURT_MODEL_UNPRICED: "yes" }).join()).toBe(
      "COURT_MODEL_UNPRICED=yes: refuse or free",
    )
    expect(config(priced).model?.unpriced).toBe("refuse")
    expect(config({ ...priced, COURT_COUNSEL: "any" }).model?.unpriced).toBe("refuse")
    expect(config({ ...unsaid, COURT_COUNSEL: "off" }).model?.unpriced).toBe("refuse")
    expect(config({ ...unsaid, COURT_MODEL_UNPRICED: "free" }).model?.unpriced).toBe("free")
  })

  it("PD2 §2 says what is missing or wrong with a model, without its address or key", () => {
    expect(problems({ COURT_JUDGE: "model" }).join()).toMatch(/^COURT_MODEL_URL: .*COURT_JUDGE=model/)
    expect(problems({ COURT_MODEL: "x", COURT_MODEL_KEY: "sk-secret" }).join()).toMatch(
      /^COURT_MODEL_URL: .*COURT_MODEL_KEY/,
    )
    expect(problems({ COURT_MODEL_URL: "https://models.example" }).join()).toMatch(/^COURT_MODEL: /)
    const wrong = {
      COURT_MODEL_URL: "https://secret:secret@models.example",
      COURT_MODEL: "no model",
      COURT_MODEL_KEY: "sk secret",
      COURT_MODEL_PRICE: "3",
      COURT_MODEL_UNPRICED: "no",
      COURT_MODEL_TIMEOUT: "0",
      COURT_COUNSEL: "a=b",
    }
    const found = problems(wrong)
    expect(found.map((line) => line.split(/[=:]/)[0]).sort()).toEqual(Object.keys(wrong).sort())
    expect(found.join()).not.toContain("secret")
  })

  it("PD15 §11D reads the members of a panel, each with its endpoint, key and price", () => {
    const court = {
      COURT_MODEL_URL: "https://models.example/v1",
      COURT_MODEL: "m",
      COURT_MODEL_UNPRICED: "free",
    }
    const found = config({
      ...court,
      COURT_JUDGE: "papers,panel:example/a, example/b,c",
      COURT_PANEL_URL: "https://one.example/v1/,,https://two.example",
      COURT_PANEL_KEY: "sk-one,,",
      COURT_PANEL_PRICE: "3/15,,1/2",
    })
    expect(found.judge).toBe("papers,panel")
    expect(found.panel).toMatchObject([
      { model: "example/a", url: "https://one.example/v1", price: { inputMicros: 3_000_000 } },
      { model: "example/b", url: null, key: null, price: null },
      { model: "c", url: "https://two.example", key: null },
    ])
    expect(config({ ...court, COURT_JUDGE: "panel:a,b" })).toMatchObject({
      judge: "panel",
      panel: [{ url: null }, { url: null }],
    })
    expect(config(court)).toMatchObject({ judge: "papers", panel: [] })
  })

  it("PD15 §11D says what is wrong with a panel, without its addresses or keys", () => {
    const court = {
      COURT_MODEL_URL: "https://models.example/v1",
      COURT_MODEL: "m",
      COURT_MODEL_UNPRICED: "free",
    }
    const wrong = (more: Readonly<Record<string, string>>) =>
      problems({ ...court, COURT_JUDGE: "panel:a,b", ...more }).join()
    for (const judge of ["panel:a", "panel:a,", "panel:", `panel:${"a,".repeat(9)}a`])
      expect(wrong({ COURT_JUDGE: judge })).toMatch(/COURT_JUDGE: a panel has from 2 to 9 models/)
    expect(wrong({ COURT_JUDGE: "panel" })).toMatch(/^COURT_JUDGE=panel: one of papers, /)
    expect(wrong({ COURT_PANEL_PRICE: "3/15" })).toMatch(/COURT_PANEL_PRICE: one for each of the 2 members/)
    expect(wrong({ COURT_PANEL_URL: "https://u:secret@h,https://two.example" })).toMatch(
      /^COURT_PANEL_URL: each is the base/,
    )
    expect(wrong({ COURT_PANEL_KEY: "sk secret,b" })).toMatch(/^COURT_PANEL_KEY: keys of printable/)
    expect(wrong({ COURT_PANEL_URL: "https://u:secret@h,b", COURT_PANEL_KEY: "sk secret,b" })).not.toContain(
      "secret",
    )
    expect(problems({ COURT_JUDGE: "papers,panel:a,b" }).join()).toMatch(/^COURT_MODEL_URL: COURT_JUDGE=/)
  })
})
