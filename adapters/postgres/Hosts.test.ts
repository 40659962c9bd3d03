import { Either } from "effect"
import { describe, expect, it } from "vitest"
import { addressesOf, nameOf } from "./Hosts.ts"

describe("an address of several servers", () => {
  it.each([
    ["postgres://h/d", ["postgres://h/d"]],
    [
      "postgres://u:p%40@h1:1,h2,[::1]:3/d?sslmode=require",
      [
        "postgres://u:p%40@h1:1/d?sslmode=require",
        "postgres://u:p%40@h2/d?sslmode=require",
        "postgres://u:p%40@[::1]:3/d?sslmode=require",
      ],
    ],
    ["postgresql:///d?host=/run/postgresql", ["postgresql:///d?host=/run/postgresql"]],
  ])("gives an address for each of them: %s", (url, addresses) => {
    expect(Either.getOrThrow(addressesOf(url))).toEqual(addresses)
  })

  it.each([
    ["postgres://u:secret@h1,,h3/d", 'the host ""'],
    ["postgres://u:secret@h1,h2:x/d", 'the host "h2:x"'],
    ["postgres://u:secret@h:x/d", "the address"],
    ["mysql://u:secret@h/d", "the address"],
  ])("is refused with the part that can't be read, and without a password: %s", (url, part) => {
    expect(addressesOf(url)).toEqual(Either.left(part))
  })

  it("is shown without its user, password and settings", () => {
    expect(nameOf("postgres://u:secret@h1:1,h2/d?sslmode=require")).toBe("h1:1,h2/d")
    expect(nameOf("mysql://u:secret@h/d")).toBe("")
  })
})
