// The files that the court's log writes are checked by Go's implementation of transparency logs: notes, tiles, and proofs of inclusion and
// consistency of trees of many sizes; each again with one byte changed, which Go must refuse. A note that Go signed is read by the court.
import { spawnSync } from "node:child_process"
import { generateKeyPairSync, sign } from "node:crypto"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { LogVerifiers } from "../../adapters/keys/index.ts"
import { Checkpoint, Cosignature, Merkle, Note, Tile } from "../../core/log/index.ts"
import { hashChildren } from "../../core/log/Merkle.ts"

const here = import.meta.dirname
const sizes = [1, 2, 3, 7, 8, 255, 256, 257, 511, 1000, 70_000]
const leaves = Array.from({ length: 70_000 }, (_, i) => Buffer.from(`event ${i}`))

const levels = [leaves.map((leaf) => Merkle.hashLeaf(leaf))]
while (levels.at(-1).length > 1) {
  const below = levels.at(-1)
  levels.push(
    Array.from({ length: below.length >> 1 }, (_, i) => hashChildren(below[2 * i], below[2 * i + 1])),
  )
}
const read = ({ level, index }) => levels[level][index]

const base64 = (bytes) => Buffer.from(bytes).toString("base64")
const secret = generateKeyPairSync("ed25519").privateKey
const key = Note.makeVerifierKey(
  "court.example/log",
  Note.signatureTypes.ed25519,
  LogVerifiers.rawKey(secret),
)

const bytesOf = ({ level, index, width }) =>
  Buffer.concat(Array.from({ length: width }, (_, i) => read({ level: 8 * level, index: index * 256 + i })))

const caseOf = (size) => {
  const [index, oldSize] = [Math.floor(size / 3), Math.ceil(size / 2)]
  const checkpoint = { origin: key.name, size, root: Merkle.computeRoot(size, read), extensions: [] }
  const blank = Cosignature.withoutSignatures(Checkpoint.format(checkpoint), checkpoint)
  const by = Cosignature.signCheckpoint(key, blank, 0, (message) => sign(null, message, secret))
  return {
    Vkey: Note.formatVerifierKey(key),
    Checkpoint: Note.format({ ...blank, signatures: [by] }),
    Leaf: base64(leaves[index]),
    Index: index,
    Inclusion: Merkle.proveInclusion(index, size, read).map(base64),
    OldSize: oldSize,
    OldRoot: base64(Merkle.computeRoot(oldSize, read)),
    Consist: Merkle.proveConsistency(oldSize, size, read).map(base64),
    Tiles: Object.fromEntries(
      Tile.findAdded(0, size).map((tile) => [Tile.pathOf(tile), base64(bytesOf(tile))]),
    ),
  }
}
const spoil = (text) => `${text[0] === "A" ? "B" : "A"}${text.slice(1)}`
const changed = ({ Tiles, ...rest }) => [
  {
    ...rest,
    Tiles,
    Checkpoint: rest.Checkpoint.replace(/\n(\d+)\n/, (_, size) => `\n${Number(size) + 1}\n`),
  },
  { ...rest, Tiles, Leaf: spoil(rest.Leaf) },
  { ...rest, Tiles, OldRoot: spoil(rest.OldRoot) },
  { ...rest, Tiles, Inclusion: [spoil(rest.Inclusion[0]), ...rest.Inclusion.slice(1)] },
  { ...rest, Tiles, Consist: [spoil(rest.Consist[0]), ...rest.Consist.slice(1)] },
  { ...rest, Tiles: Object.fromEntries(Object.entries(Tiles).map(([path, tile]) => [path, spoil(tile)])) },
]

/** Runs the Go program on cases. Debian's packages are found in its GOPATH, without modules and without a network. */
const inGo = (cases) => {
  const cache = mkdtempSync(join(tmpdir(), "court-go-"))
  const env = { ...process.env, GO111MODULE: "off", GOPATH: "/usr/share/gocode", GOCACHE: cache, GOFLAGS: "" }
  const ran = spawnSync("go", ["run", "main.go"], {
    cwd: join(here, "tlog"),
    env,
    input: JSON.stringify(cases),
    maxBuffer: 1e8,
  })
  rmSync(cache, { recursive: true, force: true })
  if (ran.status !== 0) throw new Error(`the Go program failed: ${ran.error ?? ran.stderr}`)
  return JSON.parse(ran.stdout.toString())
}

/** Throws an error that says where Go and the court differ. */
export const logInGo = () => {
  const good = sizes.map(caseOf)
  const bad = changed(caseOf(1000))
  const { found, vkey, note } = inGo([...good, ...bad])
  const refused = sizes
    .filter((_, i) => found[i] !== "good")
    .map((size) => `${size}: ${found[sizes.indexOf(size)]}`)
  if (refused.length > 0) throw new Error(`Go refuses what the log wrote: ${refused.join("; ")}`)
  const taken = found.slice(sizes.length).indexOf("good")
  if (taken >= 0) throw new Error(`Go takes change ${taken} of a log's files`)
  const signed = Checkpoint.parseSigned(Buffer.from(note, "base64").toString())
  if (
    signed === null ||
    Cosignature.signatureBy(Note.parseVerifierKey(vkey), signed, LogVerifiers.nodeVerifiers) !== "good"
  )
    throw new Error("the court refuses a checkpoint that Go signed")
  console.log(
    `Go's x/mod/sumdb takes the checkpoints, tiles and proofs of ${sizes.length} trees, and refuses ${bad.length} changed ones.`,
  )
}
