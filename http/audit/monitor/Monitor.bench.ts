/**
 * A monitor that follows a log from its beginning: `agent-court monitor --once` as a process of its own, against a court that is nothing
 * but a log of lodgements, served from memory by this process.
 */

import { spawn } from "node:child_process"
import { generateKeyPairSync, sign } from "node:crypto"
import { once } from "node:events"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { digest } from "../../../adapters/host/Sha256.ts"
import { LogVerifiers } from "../../../adapters/keys/index.ts"
import { Checkpoint, Cosignature, Merkle, Note, Tile } from "../../../core/log/index.ts"

const sizes = (process.env.BENCH_MONITOR_EVENTS ?? "300000,3000000").split(",").map(Number)
const sellers = 1_000
const origin = "court.example/log"
const at = "2026-11-20T09:00:00.000Z"

const idOf = (i: number): string => `0190a5c8-0000-7000-8000-${String(i).padStart(12, "0")}`
const dataOf = (i: number): string =>
  `{"id":"${idOf(i)}","kind":"delivery","label":"a label","lodger":"seller-${i % sellers}","ref":null,"sequence":${i + 1},"sha256":"${"ab".repeat(32)}"}`
const leafOf = (i: number): Uint8Array =>
  Buffer.from(
    `{"at":"${at}","data":${dataOf(i)},"rules":["Dealings Act 1.1"],"subject":"dealing/${idOf(i)}","type":"dealing.lodged"}`,
  )

const levelsOf = (size: number): ReadonlyArray<Uint8Array> => {
  const leaves = new Uint8Array(size * Merkle.hashLength)
  for (let i = 0; i < size; i++) leaves.set(Merkle.hashLeaf(leafOf(i), digest), i * Merkle.hashLength)
  const levels = [leaves]
  const tileBytes = Tile.tileWidth * Merkle.hashLength
  for (let below = leaves; below.length >= tileBytes; ) {
    const count = Math.floor(below.length / tileBytes)
    const level = new Uint8Array(count * Merkle.hashLength)
    for (let i = 0; i < count; i++)
      level.set(
        Merkle.rootOfHashes(Tile.hashesOf(below.subarray(i * tileBytes, (i + 1) * tileBytes)), digest),
        i * Merkle.hashLength,
      )
    levels.push(level)
    below = level
  }
  return levels
}

/** The court that is nothing but a log of this size. */
const courtOf = (size: number) => {
  const levels = levelsOf(size)
  const bytesOf = ({ level, index, width }: Tile.Tile): Uint8Array =>
    level === "entries"
      ? Tile.encodeBundle(Array.from({ length: width }, (_, i) => leafOf(index * Tile.tileWidth + i)))
      : (levels[level] ?? new Uint8Array()).subarray(
          index * Tile.tileWidth * Merkle.hashLength,
          (index * Tile.tileWidth + width) * Merkle.hashLength,
        )
  const { privateKey } = generateKeyPairSync("ed25519")
  const key = Note.makeVerifierKey(origin, Note.signatureTypes.ed25519, LogVerifiers.rawKey(privateKey))
  const root = Merkle.computeRoot(size, Tile.read(size, bytesOf, digest), digest)
  const checkpoint = { origin, size, root, extensions: [] }
  const signed = Cosignature.withoutSignatures(Checkpoint.format(checkpoint), checkpoint)
  const signature = Cosignature.signCheckpoint(
    key,
    signed,
    0,
    (message) => new Uint8Array(sign(null, message, privateKey)),
  )
  const note = Note.format({ ...signed, signatures: [signature] })
  const answer = (path: string): string | Uint8Array => {
    if (path === "/log/checkpoint") return note
    const tile = Tile.parsePath(path.slice("/log/".length))
    if (tile !== null) return bytesOf(tile)
    if (path.startsWith("/.well-known/"))
      return JSON.stringify({ log: { vkey: Note.formatVerifierKey(key) } })
    if (path.startsWith("/api/v1/dealings/"))
      return `{"lodgedAt":"${at}",${dataOf(Number(path.slice(-12))).slice(1)}`
    return `{"items":[],"nextCursor":null}`
  }
  return createServer((request, response) => {
    const [path = ""] = (request.url ?? "").split("?")
    if (path.startsWith("/api/") || path.startsWith("/."))
      response.setHeader("content-type", "application/json")
    response.end(answer(path))
  })
}

const program = join(import.meta.dirname, "../../dist/http/bin/agent-court.js")
/** The options with which the program runs for people. */
const options =
  readFileSync(program, "utf8")
    .split("\n")[0]
    ?.match(/ --\S+/g)
    ?.map((option) => option.trim()) ?? []
/** Prints the most memory that the process held, in kilobytes, when it ends. Linux counts it anew for each program. */
const counting = `data:text/javascript,import{readFileSync}from"node:fs";process.on("exit",()=>console.error(/VmHWM:\\s+(\\d+)/.exec(readFileSync("/proc/self/status","utf8"))[1]))`

const folder = mkdtempSync(join(tmpdir(), "court-monitor-"))
for (const size of sizes) {
  const server = courtOf(size).listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  const begun = performance.now()
  const args = ["monitor", `http://127.0.0.1:${port}`, "--once", "--state", join(folder, String(size))]
  const child = spawn(process.execPath, [...options, "--import", counting, program, ...args], {
    stdio: ["ignore", "inherit", "pipe"],
  })
  let told = ""
  child.stderr.setEncoding("utf8").on("data", (text) => {
    told += text
  })
  const [code] = await once(child, "close")
  const seconds = (performance.now() - begun) / 1000
  const megabytes = Number(told.trim().split("\n").at(-1)) / 1000
  console.log(
    `a monitor of ${size} events from the beginning: ${seconds.toFixed(0)} s, ${Math.round(size / seconds)} events/s, at most ${megabytes.toFixed(0)} MB`,
  )
  server.close()
  server.closeAllConnections()
  if (code !== 0) {
    console.log(told)
    process.exitCode = 1
  }
}
rmSync(folder, { recursive: true })
