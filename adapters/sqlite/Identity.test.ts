/** How a connection notices that its file or its log was removed, replaced, shortened or overwritten. */
import {
  copyFileSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import Sqlite from "better-sqlite3"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { configure, NotDurable } from "./Connection.ts"
import { FileGone, FileSpoiled, Identity } from "./Identity.ts"
import { LogIndexes } from "./LogIndex.ts"
import { establish } from "./Setup.ts"

let file: string
let db: Sqlite.Database
let identity: Identity
const indexOf = () => new LogIndexes(() => {}).open(file)
const opened = () => {
  const made = new Sqlite(file)
  configure(made, { file })
  return made
}
beforeEach(() => {
  file = join(mkdtempSync(join(tmpdir(), "court-identity-")), "court.db")
  db = opened()
  db.exec("CREATE TABLE t (n)")
  db.exec("INSERT INTO t VALUES (1)")
  identity = new Identity(file, indexOf())
  identity.checkOwn()
})
afterEach(() => {
  identity.close()
  db.close()
  rmSync(dirname(file), { recursive: true })
})
const cut = "file-wal was shortened by another program: frames that its index names are lost"
const look = (): string => {
  try {
    identity.check()
    return "as before"
  } catch (error) {
    if (!(error instanceof FileGone || error instanceof FileSpoiled)) throw error
    return error.message.replace(file, "file")
  }
}

describe("the file that was opened", () => {
  it("is still the same while it and its log grow, and when the log begins anew", () => {
    db.exec("INSERT INTO t VALUES (2)")
    expect(look()).toBe("as before")
    db.pragma("wal_checkpoint(RESTART)")
    db.exec("INSERT INTO t VALUES (3)")
    expect(look()).toBe("as before")
  })

  it.each([0, 1, 2, 3])(
    "is still the same when another process starts the log again between two reads of its index (read %d)",
    (n) => {
      for (let i = 0; i < 9; i++) db.exec(`INSERT INTO t VALUES (${i})`)
      const index = indexOf()
      const other = opened()
      let reads = 0
      const reading = () => {
        const found = index.read()
        if (reads++ !== n) return found
        other.pragma("wal_checkpoint(RESTART)")
        other.exec("INSERT INTO t VALUES (9)")
        return found
      }
      const interrupted = new Identity(file, { read: reading })
      for (let i = 0; i < 3; i++) interrupted.checkOwn()
      expect(look()).toBe("as before")
      expect(reads).toBeGreaterThan(4)
      interrupted.close()
      other.close()
    },
  )

  it("is still the same while a writer is interrupted in the middle of its change of the index, however long that takes", () => {
    // given a log that lost frames, and a writer that changed one of the two copies of the index's header and was interrupted
    const index = indexOf()
    let whole = false
    const interrupted = new Identity(file, { read: () => (whole ? index.read() : null) })
    truncateSync(`${file}-wal`, statSync(`${file}-wal`).size - 1)
    // when it is looked at a hundred times, then nothing is known
    for (let n = 0; n < 100; n++) expect(() => interrupted.checkOwn()).not.toThrow()
    // when the writer has gone on, then the loss is seen
    whole = true
    expect(() => interrupted.check()).toThrow("was shortened by another program")
    interrupted.close()
  })

  it.each(["TRUNCATE", "RESTART"])(
    "is still the same when another process copies its log by wal_checkpoint(%s)",
    (mode) => {
      // given a log that is known by its last frame, and another process that has the file open
      const other = opened()
      for (let n = 0; n < 9; n++) {
        db.exec(`INSERT INTO t VALUES (${n})`)
        identity.checkOwn()
        other.pragma(`wal_checkpoint(${mode})`)
        // when the other process copies it and makes it empty, and commits as much or more than was there
        expect(look()).toBe("as before")
        for (let more = 0; more < n; more++) other.exec(`INSERT INTO t VALUES (${more})`)
        // then it is the same file
        expect(look()).toBe("as before")
      }
      other.close()
    },
  )

  it("is spoiled when a log that was copied by another process, and written again, is cut", () => {
    db.exec("INSERT INTO t VALUES (2)")
    identity.checkOwn()
    const other = opened()
    other.pragma("wal_checkpoint(TRUNCATE)")
    for (let n = 0; n < 9; n++) other.exec(`INSERT INTO t VALUES (${n})`)
    expect(look()).toBe("as before")
    for (const bytes of [statSync(`${file}-wal`).size - 1, 31, 0]) {
      truncateSync(`${file}-wal`, bytes)
      expect(look()).toBe(cut)
    }
    other.close()
  })

  it("is gone when it or its log is missing", () => {
    renameSync(file, `${file}-away`)
    expect(look()).toBe("file is not there")
    renameSync(`${file}-away`, file)
    expect(look()).toBe("as before")
    renameSync(`${file}-wal`, `${file}-away`)
    expect(look()).toBe("file-wal is not there")
  })

  it("is gone when another file has its name or that of its log", () => {
    for (const name of [file, `${file}-wal`]) {
      copyFileSync(name, `${name}-copy`)
      renameSync(name, `${name}-away`)
      renameSync(`${name}-copy`, name)
      expect(look(), name).toBe("file was replaced")
      renameSync(`${name}-away`, name)
      expect(look()).toBe("as before")
    }
  })

  it("is gone when its log is shorter than before, or no longer has a header", () => {
    const log = readFileSync(`${file}-wal`)
    truncateSync(`${file}-wal`, log.length - 1)
    expect(look()).toBe(cut)
    const early = new Identity(file, indexOf())
    truncateSync(`${file}-wal`, 31)
    expect(() => early.check()).toThrow("was shortened")
    early.close()
  })

  it("is gone when its log is overwritten by one with other salts", () => {
    const log = readFileSync(`${file}-wal`)
    const firstSalt = 16
    for (const changed of [firstSalt, firstSalt + 4]) {
      const other = Buffer.from(log)
      other.writeUInt32BE((log.readUInt32BE(changed) + 2 ** 31) % 2 ** 32, changed)
      writeFileSync(`${file}-wal`, other)
      expect(look()).toBe("file-wal was overwritten by another program")
      writeFileSync(`${file}-wal`, log)
      expect(look()).toBe("as before")
    }
  })

  it("is still the same while its log is empty, and so has no salts to compare", () => {
    identity.close()
    db.pragma("wal_checkpoint(TRUNCATE)")
    identity = new Identity(file, indexOf())
    identity.checkOwn()
    expect(look()).toBe("as before")
    db.exec("INSERT INTO t VALUES (2)")
    identity.checkOwn()
    // when the log, which has grown since, loses its header
    const log = readFileSync(`${file}-wal`)
    truncateSync(`${file}-wal`, 0)
    expect(look()).toBe(cut)
    writeFileSync(`${file}-wal`, log)
  })
})

describe("a file that can't be durable", () => {
  it("is refused if it has no log", () => {
    const memory = new Sqlite(":memory:")
    expect(() => configure(memory, { file: ":memory:" })).toThrow(NotDurable)
    memory.close()
  })

  it("is refused if commits would be acknowledged before they are on the disk, unless a test allows it", () => {
    const empty = `${file}-of-its-own`
    const weak = { file: empty, synchronous: "NORMAL" }
    expect(() => establish(weak)).toThrow("synchronous is 1 after it was set to NORMAL")
    expect(() => establish({ ...weak, allowUnsafe: true })).not.toThrow()
    expect(() => establish({ file: empty, synchronous: "EXTRA" })).not.toThrow()
  })
})
