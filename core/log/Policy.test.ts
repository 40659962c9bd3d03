import { Either } from "effect"
import { describe, expect, it } from "vitest"
import { hashLeaf } from "./Merkle.ts"
import { formatVerifierKey, signatureTypes } from "./Note.ts"
import * as Policy from "./Policy.ts"
import { log, signedBy, signer, witness } from "./testing/Signers.ts"

const all = ["X1", "X2", "X3", "Y1", "Y2", "Y3"].map((name, i) => ({
  name,
  ...witness(`${name}.example`, 10 + i),
}))
const vkeyOf = (signer: { readonly key: Parameters<typeof formatVerifierKey>[0] }) =>
  formatVerifierKey(signer.key)
const lines = all.map((one) => `witness ${one.name} ${vkeyOf(one)}`)
const text = `log ${vkeyOf(log)} https://court.example/log

  # The witnesses of two organisations
${lines.slice(0, 3).join("\n")}
group X-witnesses 2 X1 X2 X3

\t${lines.slice(3).join("\n")} https://y.example/
group Y-witnesses any Y1 Y2 Y3

group X-and-Y all X-witnesses\tY-witnesses
quorum X-and-Y
`
const read = (policy: string) =>
  Either.getOrThrowWith(Policy.parse(policy), (error) => new Error(error.problem))
const checkpoint = { size: 1, root: hashLeaf(Buffer.from("a")) }

describe("trust policies", () => {
  it("C2SP tlog-policy reads the form of the standard's example", () => {
    const policy = read(text)
    expect(policy.logs).toEqual([{ key: log.key, url: "https://court.example/log" }])
    expect(policy.witnesses.map(({ name, url }) => [name, url])).toEqual([
      ["X1", null],
      ["X2", null],
      ["X3", null],
      ["Y1", null],
      ["Y2", null],
      ["Y3", "https://y.example/"],
    ])
  })

  it.each([
    ["X1 X2 Y3", true],
    ["X1 X2 X3 Y1 Y2 Y3", true],
    ["X1 X2 X3", false],
    ["X1 Y1 Y2 Y3", false],
    ["", false],
  ])("C2SP tlog-policy two of one group and any of the other are a quorum: %s", (names, reached) => {
    const policy = read(text)
    const signers = all.filter(({ name }) => names.split(" ").includes(name))
    const found = Policy.witnessesOf(policy, signedBy(checkpoint, signers))
    expect(found !== "bad" && Policy.isQuorum(policy, found)).toBe(reached)
  })

  it("C2SP tlog-policy a policy may ask for no witness, or for one", () => {
    expect(Policy.isQuorum(read("quorum none\n"), new Set())).toBe(true)
    const policy = read(`${lines[0]}\nquorum X1\n`)
    expect(Policy.isQuorum(policy, new Set())).toBe(false)
    expect(Policy.isQuorum(policy, new Set(policy.witnesses))).toBe(true)
  })

  it("C2SP signed-note a line that claims to be of a witness and isn't spoils all", () => {
    const [x1, x2] = all
    if (x1 === undefined || x2 === undefined) throw new Error("no witnesses")
    const signed = signedBy(checkpoint, [x1, { key: x2.key, sign: x1.sign }])
    expect(Policy.witnessesOf(read(text), signed)).toBe("bad")
  })

  const w = lines[0] ?? ""
  const again = `witness again ${vkeyOf(signer("other", 10, signatureTypes.cosignature))}`
  it.each([
    ["witness X1\nquorum none\n", 1, "a witness line is"],
    ["witness X1 key\nquorum none\n", 1, "the key of the witness can't be read"],
    [`witness X1 ${vkeyOf(log)}\n`, 1, "not one for cosignatures"],
    [`${w}\n${again}\n`, 2, "stands in an earlier line"],
    [`${w}\n${(lines[1] ?? "").replace("X2", "X1")}\n`, 2, "the name X1 is taken"],
    [`${w.replace("X1", "none")}\n`, 1, "the name none is taken"],
    ["log\n", 1, "a log line is"],
    ["log a b c\n", 1, "a log line is"],
    ["log key\n", 1, "the key of the log can't be read"],
    [`log ${vkeyOf(log)}\nlog ${vkeyOf(log)}\n`, 2, "the key of the log stands in an earlier line"],
    [`${w}\ngroup g any\n`, 2, "a group line is"],
    [`${w}\ngroup g 2 X1\n`, 2, "of 1 member, 2 can't be required"],
    [`${w}\ngroup g 0 X1\n`, 2, "of 1 member, 0 can't be required"],
    [`${w}\ngroup g 01 X1\n`, 2, "can't be required"],
    [`${w}\ngroup g any X1 X1\n`, 2, "X1 is a member of a group already"],
    [`${w}\ngroup g any X9\n`, 2, "X9 is not defined in an earlier line"],
    [`${w}\ngroup g any none\n`, 2, "none is not defined"],
    [`${w}\ngroup X1 any X1\n`, 2, "the name X1 is taken"],
    ["quorum X1\n", 1, "X1 is not defined in an earlier line"],
    ["quorum\n", 1, "a quorum line is"],
    ["quorum none\nquorum none\n", 2, "there is a quorum line already"],
    [`${w}\n`, 2, "there is no quorum line"],
    ["quorum none", 1, "it doesn't end in a newline"],
    ["witnesses X1\n", 1, "no line begins with witnesses"],
    ["toString X1\n", 1, "no line begins with toString"],
    ["quorum none\r\n", 1, "a control character"],
    ["# \u007f\nquorum none\n", 1, "a control character"],
  ])("C2SP tlog-policy a wrong line is named: %j", (policy, line, problem) => {
    const found = Either.flip(Policy.parse(policy))
    expect(Either.getOrNull(found)).toMatchObject({ line, problem: expect.stringContaining(problem) })
  })
})

describe("what a policy asks", () => {
  it("C2SP tlog-policy two files ask the same if only names, addresses and the order of members differ", () => {
    const stated = Policy.state(read(text))
    const [first, second, third] = lines
      .slice(0, 3)
      .map((line) => line.replace(/ X\d /, (name) => ` other${name.trim()} `))
    const renamed = `${third} http://x3.example/\n${first}\n${second}\n${lines.slice(3).join("\n")}
group 2nd 1 Y3 Y1 Y2
group 1st 2 otherX3 otherX1 otherX2
group both all 2nd 1st
quorum both
`
    expect(Policy.isSame(stated, Policy.state(read(renamed)))).toBe(true)
    expect(stated.quorum).toMatch(/^2 of \(1 of \(.*\), 2 of \(.*\)\)$/)
    expect(Policy.isSame(null, null)).toBe(true)
  })

  it.each([
    ["another number", text.replace("X-witnesses 2", "X-witnesses 3")],
    ["another quorum", text.replace("quorum X-and-Y", "quorum X-witnesses")],
    ["another witness", text.replace("quorum", `witness Z ${vkeyOf(witness("z.example", 40))}\nquorum`)],
    ["none", text.replace("quorum X-and-Y", "quorum none")],
  ])("C2SP tlog-policy two files ask for something else if they differ: %s", (_, other) => {
    const stated = Policy.state(read(text))
    expect(Policy.isSame(stated, Policy.state(read(other)))).toBe(false)
    expect(Policy.isSame(stated, null)).toBe(false)
  })
})
