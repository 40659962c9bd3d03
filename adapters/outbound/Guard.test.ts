import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { isBarred, isPublic } from "./Guard.ts"

const hidden = {
  loopback: ["127.0.0.1", "127.255.255.254", "::1"],
  "this host": ["0.0.0.0", "0.1.2.3", "::"],
  private: ["10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1", "fc00::1", "fd12:3456::1"],
  "carrier-grade NAT": ["100.64.0.1", "100.127.255.255"],
  "link-local and metadata": ["169.254.169.254", "169.254.0.1", "fe80::1", "fd00:ec2::254"],
  mapped: ["::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:8.8.8.8", "::ffff:a9fe:a9fe"],
  compatible: ["::127.0.0.1", "::8.8.8.8", "::7f00:1"],
  translated: ["64:ff9b::7f00:1", "64:ff9b::808:808", "64:ff9b:1::a00:1", "::ffff:0:127.0.0.1"],
  tunnelled: ["2002:7f00:1::", "2002:a9fe:a9fe::1", "2001:0:1::1"],
  multicast: ["224.0.0.1", "239.255.255.250", "ff02::1"],
  "reserved, documentation, benchmarking": [
    "240.0.0.1",
    "255.255.255.255",
    "192.0.2.1",
    "198.51.100.1",
    "203.0.113.1",
    "198.18.0.1",
    "192.0.0.8",
    "2001:db8::1",
    "100::1",
    "fec0::1",
    "4000::1",
  ],
  "not an address": ["", "localhost", "127.0.0.1:80", "300.1.1.1"],
}

describe("an address that the court may call", () => {
  for (const [what, addresses] of Object.entries(hidden)) {
    it(`Rule 2.7 is never of this kind: ${what}`, () => {
      expect(addresses.filter(isPublic)).toEqual([])
    })
  }

  it("Rule 2.7 may be any public unicast address", () => {
    const open = ["8.8.8.8", "93.184.216.34", "1.1.1.1", "172.32.0.1", "100.63.255.255", "2606:4700::1111"]
    expect(open.filter((address) => !isPublic(address))).toEqual([])
  })

  it("Rule 2.7 is refused by its text alone if it can't be public, and a sandbox may allow its own machine", () => {
    const barred = [
      "https://127.0.0.1/x",
      "https://[::1]:8443/",
      "https://10.0.0.8/x",
      "https://localhost/",
      "https://a.localhost/",
    ]
    expect(barred.filter((url) => !isBarred(url))).toEqual([])
    expect(barred.filter((url) => isBarred(url, { allowLoopback: true }))).toEqual(["https://10.0.0.8/x"])
    const open = ["https://8.8.8.8/x", "https://seller.example/hook", "https://localhost.example/"]
    expect(open.filter((url) => isBarred(url))).toEqual([])
    expect(isBarred("no address")).toBe(true)
  })

  it("Rule 2.7 is never an IPv6 address that contains an IPv4 address", () => {
    const byte = fc.integer({ min: 0, max: 255 })
    const prefix = fc.constantFrom("::ffff:", "::", "64:ff9b::", "::ffff:0:")
    fc.assert(
      fc.property(prefix, byte, byte, byte, byte, (before, a, b, c, d) => {
        expect(isPublic(`${before}${a}.${b}.${c}.${d}`)).toBe(false)
      }),
    )
  })
})
