import { Effect, Either } from "effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { bucketOf, parseRanges, resolveCaller, trustRanges } from "./Incoming.ts"

const trusts = trustRanges(Either.getOrThrow(parseRanges("10.0.0.0/8,2001:db8:ffff::/48,192.0.2.7")))

/** The address for which a request counts, by its peer and its header fields. */
const callerOf = (address: string, fields: Readonly<Record<string, string>>): string =>
  resolveCaller(
    {
      method: "GET",
      target: "/",
      header: (name) => fields[name],
      address,
      body: () => Effect.succeed(new Uint8Array()),
    },
    trusts,
  ).address

describe("the bucket of an address", () => {
  it.each([
    ["203.0.113.7", "203.0.113.7"],
    ["::ffff:203.0.113.7", "203.0.113.7"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
    ["2001:db8::1", "2001:db8:0:0"],
    ["::1", "0:0:0:0"],
    ["fe80::", "fe80:0:0:0"],
  ])("%s counts in %s", (address, bucket) => expect(bucketOf(address)).toBe(bucket))
})

describe("the address of a caller", () => {
  it.each([
    ["X-Forwarded-For of one proxy", { "x-forwarded-for": "203.0.113.9" }, "203.0.113.9"],
    [
      "the last address, whatever a client wrote before it",
      { "x-forwarded-for": "198.51.100.1, 203.0.113.9" },
      "203.0.113.9",
    ],
    ["the address before two proxies", { "x-forwarded-for": "203.0.113.9, 10.2.2.2" }, "203.0.113.9"],
    ["the first address, if all are proxies", { "x-forwarded-for": "10.9.9.9, 10.2.2.2" }, "10.9.9.9"],
    ["an address with a port", { "x-forwarded-for": "203.0.113.9:4711" }, "203.0.113.9"],
    ["an IPv6 address with a port", { "x-forwarded-for": "[2001:db8::9]:4711" }, "2001:db8::9"],
    ["Forwarded", { forwarded: "for=203.0.113.9;proto=https;by=10.0.0.1" }, "203.0.113.9"],
    ["Forwarded with quotes", { forwarded: 'For="[2001:db8::9]:80", for=10.3.3.3' }, "2001:db8::9"],
    [
      "both fields, if they agree",
      { forwarded: "for=203.0.113.9", "x-forwarded-for": "203.0.113.9" },
      "203.0.113.9",
    ],
  ])("is read from %s", (_, fields, address) => expect(callerOf("10.0.0.1", fields)).toBe(address))

  it.each([
    ["nothing", {}],
    ["a hidden hop", { forwarded: "for=203.0.113.9, for=_hidden" }],
    ["an unknown hop", { "x-forwarded-for": "203.0.113.9, unknown" }],
    ["no address", { "x-forwarded-for": "12" }],
    ["fields that disagree", { forwarded: "for=198.51.100.1", "x-forwarded-for": "203.0.113.9" }],
  ])("is that of the proxy if the header fields say %s", (_, fields) =>
    expect(callerOf("10.0.0.1", fields)).toBe("10.0.0.1"),
  )

  it("is that of the peer if the peer is not a trusted proxy, whatever its headers say", () => {
    const fields = { forwarded: "for=198.51.100.1", "x-forwarded-for": "198.51.100.1" }
    expect(callerOf("203.0.113.5", fields)).toBe("203.0.113.5")
    expect(callerOf("192.0.2.8", fields)).toBe("192.0.2.8")
    expect(callerOf("::ffff:10.0.0.1", { "x-forwarded-for": "203.0.113.9" })).toBe("203.0.113.9")
  })

  it("is never an address that a client wrote, if the proxy adds the address that it sees", () => {
    const field = fc.oneof(
      fc.string(),
      fc.ipV4(),
      fc.ipV6(),
      fc.constantFrom("for=1.2.3.4", '"', "10.0.0.1,"),
    )
    fc.assert(
      fc.property(
        fc.array(field, { maxLength: 4 }),
        fc.constantFrom("forwarded", "x-forwarded-for"),
        (written, name) => {
          const seen = name === "forwarded" ? "for=203.0.113.9" : "203.0.113.9"
          expect(callerOf("10.0.0.1", { [name]: [...written, seen].join(", ") })).toBe("203.0.113.9")
        },
      ),
    )
  })
})
