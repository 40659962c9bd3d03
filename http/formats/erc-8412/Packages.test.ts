/**
 * The packages of ERC-8412 (`assets/erc-8412/vectors/offchain`, commit `4670ee29` of github.com/ethereum/ERCs; the package of `__proto__`
 * from its author's fork, commit `435beac2`): all of them start from one criteria document, which is made here anew from its text. The hashes,
 * and the rules that the reference verifier reports, are theirs. The rest is what this court says of the same documents.
 */
import { describe, expect, it } from "vitest"
import { read } from "../../../core/criteria/index.ts"
import type { Json } from "../../../core/kernel/Json.ts"
import { digestOf, fromErc8412, type Recorded, readOutcomes } from "./index.ts"

const verifier = "0x9F225e1f21ec382CaC048091B8fE1e0fd7311ad8"
const stranger = "0xc05d610C43B697b78ba87D6AA46b32f04e5FC88A"
const photo = {
  index: 0,
  type: "PHOTO",
  required: true,
  waivable: false,
  constraints: {
    captureMetadata: ["timestamp", "geolocation"],
    geofence: { commitment: "0xa5b82e48fd49474d45545fc2ec5b239718f4a87825e45b29aaa81a5dc69e8031" },
    notBefore: 1_788_000_000,
    mediaType: "image/jpeg",
  },
}
const paper = {
  index: 1,
  type: "DOCUMENT",
  required: true,
  waivable: true,
  constraints: { mediaType: "application/pdf" },
}
const track = {
  index: 2,
  type: "GPS_TRACE",
  required: false,
  waivable: false,
  constraints: { captureMetadata: ["timestamp"], sampleIntervalSeconds: 30 },
}
const registered = {
  version: "1",
  taskRef: "0xf6f4e822c3f4948732183e8b04263a277e9f72331f0e02f33b6315e027f09be6",
  supersedes: null,
  decisionRule: "ALL_REQUIRED",
  obligations: [photo, paper, track],
  waiverAuthority: "0xBd3548FfAcC503E4F4e77Cb8993922931636517F",
  verifier,
  verifierConstraint: { allowed: [verifier], maxRiskScore: 20 },
  expiry: 1_788_600_000,
  terminalOnExpiry: "REFUND_WITH_RECORD",
}
const registeredDigest = "0x1a8dd8ee0ec99f93c1a39c0de8ffe8e7b38bfaf3b85b3f7db768e850083facb6"
const loosened = { ...photo, constraints: { ...photo.constraints, captureMetadata: ["timestamp"] } }
const unsampled = { ...track, constraints: { captureMetadata: ["timestamp"] } }

/** A package: the document and the hash in the registry, what was attested, and what both sides say of it. */
interface Package {
  readonly criteria?: object
  readonly digest?: string
  readonly recorded?: Partial<Recorded>
  /** The rules by which the reference verifier refutes it. */
  readonly theirs: ReadonlyArray<string>
  /** The steps at which this court refuses: the translation with an attester, the hash, or the attestation. */
  readonly ours: ReadonlyArray<string>
}

const photoUnmet = { obligationOutcomes: "0x24" }
const packages: { readonly [name: string]: Package } = {
  "valid-satisfied": { theirs: [], ours: [] },
  "valid-not-satisfied": { recorded: { ...photoUnmet, verdict: "NotSatisfied" }, theirs: [], ours: [] },
  "valid-indeterminate": {
    recorded: { ...photoUnmet, verdict: "Indeterminate", undecided: [0] },
    theirs: [],
    ours: [],
  },
  // A rule of somebody's own: the reference verifier leaves O4 unchecked, and no document of ours can say it.
  "valid-custom-rule": {
    criteria: { decisionRule: "io.example.weighted-v1" },
    digest: "0x2cbf8bac64746fde9df98be753f27a1db20d04e7482bf658b4ec31149ca51a1a",
    theirs: [],
    ours: ["/decisionRule"],
  },
  "valid-proto-member": {
    criteria: JSON.parse('{"__proto__": {"x-note": "hashed as an ordinary member"}}'),
    digest: "0xfea0b4204e884c0178e0befdd60266a03fc642c2c546d005dd2d2cebaa4b0880",
    theirs: [],
    ours: [],
  },
  // The evidence, the waiver and the verifier's address stand beside the criteria and the outcomes: they are not read here.
  "o1-evidence-predates-criteria": { theirs: ["O1", "O2"], ours: [] },
  "o1-item-binds-other-id": { theirs: ["O1"], ours: [] },
  "o2-met-without-evidence": { theirs: ["O2"], ours: [] },
  "o2-missing-capture-metadata": { theirs: ["O2"], ours: [] },
  "o2-wrong-media-type": { theirs: ["O2"], ours: [] },
  "o3-waiver-missing": { theirs: ["O3"], ours: [] },
  "o3-waiver-signed-by-verifier": { theirs: ["O3"], ours: [] },
  "o3-waiver-reason-edited": { theirs: ["O3"], ours: [] },
  "o4-false-fail": { recorded: { verdict: "NotSatisfied" }, theirs: ["O4"], ours: ["/verdict"] },
  "o4-indeterminate-when-satisfied": {
    recorded: { verdict: "Indeterminate", undecided: [2] },
    theirs: ["O4"],
    ours: ["/verdict"],
  },
  "o4-undecided-not-unmet": {
    recorded: { ...photoUnmet, verdict: "Indeterminate", undecided: [0, 2] },
    theirs: ["O4"],
    ours: ["/obligationOutcomes/2"],
  },
  "o4-at-least-k": {
    criteria: { decisionRule: "ALL_REQUIRED_AND_AT_LEAST(1)" },
    digest: "0x8f6676416db808cb146fd59dd480f67945f2984f1c67026a7b3b81911d310d50",
    theirs: ["O4"],
    ours: ["/decisionRule"],
  },
  "o5-criteria-edited-after-registration": {
    criteria: { obligations: [loosened, paper, track] },
    theirs: ["O5"],
    ours: ["digest"],
  },
  "o5-flags-disagree-with-document": {
    recorded: { ...photoUnmet, obligationFlags: "0x30" },
    theirs: ["O4", "O5"],
    ours: ["/obligationOutcomes/0", "/verdict"],
  },
  "o5-verifier-not-allowed": {
    criteria: { verifierConstraint: { allowed: [stranger], maxRiskScore: 20 } },
    digest: "0x25d289d3136525e60644120f61eda97e9a8233a4787cbc0f1f95919e191bf0be",
    theirs: ["O5"],
    ours: [],
  },
  "o5-attestation-document-disagrees": {
    recorded: { verdict: "NotSatisfied" },
    theirs: ["O5"],
    ours: ["/verdict"],
  },
  "w-waivable-without-authority": {
    criteria: { waiverAuthority: null },
    digest: "0xf29f230771fc44227792f22dbd2c613dfa50e9ec02fd5323070f9110df6bebb4",
    theirs: ["O3", "W"],
    ours: ["/obligations/1"],
  },
  "w-missing-required-constraint": {
    criteria: { obligations: [photo, paper, unsampled] },
    digest: "0x34a14fda90f0fb1dc05a40e01cca2c6513c50af4ba2e3cad9b6ca2ac0bf13a29",
    theirs: ["W"],
    ours: ["/obligations/2"],
  },
  "w-free-text-decision-rule": {
    criteria: { decisionRule: "looks good to the reviewer" },
    digest: "0x24a31e7238358c9a6862f105213241bf00bb8ca4cc89585ea67664a49711cfd5",
    theirs: ["W"],
    ours: ["/decisionRule"],
  },
}

/** The rules that can be seen in the criteria, in their hash, in the flags or in the outcomes. */
const seen = ["O4", "O5", "W"]
/** Refuted by the address of the verifier, which stands beside both. */
const beside = ["o5-verifier-not-allowed"]

/** Every place at which this court refuses a package, with an agent that attests what no check can say. */
const refusedIn = ({ criteria, digest = registeredDigest, recorded }: Package): ReadonlyArray<string> => {
  // JSON keeps a member `__proto__` as an ordinary one, which an assignment would lose.
  const document = JSON.parse(JSON.stringify({ ...registered, ...criteria })) as Json
  const means = { bytesMax: 1_000, attester: { handle: "auditor", within: 24 } }
  const found = fromErc8412(document, means)
  const changed = digestOf(document) === digest ? [] : ["digest"]
  if ("refused" in found) return [...changed, ...found.refused.map(({ path }) => path)]
  const ours = read(found.document as Json)
  if (!("criteria" in ours)) return ["the translation"]
  const told: Recorded = {
    obligationFlags: "0x70",
    verdict: "Satisfied",
    obligationOutcomes: "0x60",
    undecided: [],
    ...recorded,
  }
  const outcomes = readOutcomes(ours.criteria, told)
  return [...changed, ...("refused" in outcomes ? outcomes.refused.map(({ path }) => path) : [])]
}

describe("the packages of ERC-8412", () => {
  it.each(Object.entries(packages))(
    "%s is refused where its criteria, hash or outcomes are wrong",
    (_, one) => {
      expect(refusedIn(one)).toEqual(one.ours)
    },
  )

  it("that the reference verifier refutes by what stands in these are all refused", () => {
    const missed = Object.entries(packages).filter(
      ([, { theirs, ours }]) => theirs.some((rule) => seen.includes(rule)) && ours.length === 0,
    )
    expect(missed.map(([name]) => name)).toEqual(beside)
  })

  it("that it holds to be valid are read, but for a rule of somebody's own", () => {
    const refused = Object.entries(packages).filter(
      ([, { theirs, ours }]) => theirs.length === 0 && ours.length > 0,
    )
    expect(refused.map(([name]) => name)).toEqual(["valid-custom-rule"])
  })
})
