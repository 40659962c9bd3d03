/** A small file system of its own in a file, which can be frozen and filled. It takes root on Linux, with loop devices. */
import { execFileSync } from "node:child_process"
import { closeSync, mkdirSync, openSync, rmSync, statfsSync, writeSync } from "node:fs"
import { join } from "node:path"

const chunk = Buffer.alloc(4096)

export class LoopDisk {
  readonly #image: string
  #frozen = false
  readonly folder: string

  constructor(within: string, megabytes: number) {
    this.#image = join(within, "image")
    this.folder = join(within, "mounted")
    mkdirSync(this.folder)
    execFileSync("truncate", ["-s", `${megabytes}M`, this.#image])
    // No blocks are kept back for root, so that the disk is full for everybody at once.
    execFileSync("mkfs.ext4", ["-q", "-m", "0", this.#image])
    execFileSync("mount", ["-o", "loop", this.#image, this.folder])
  }

  /** From now on everybody who writes to the disk waits, also who writes to a page that is mapped into memory. */
  freeze(): void {
    execFileSync("fsfreeze", ["-f", this.folder])
    this.#frozen = true
  }

  thaw(): void {
    if (this.#frozen) execFileSync("fsfreeze", ["-u", this.folder])
    this.#frozen = false
  }

  /** Leaves so many bytes free, to the next block. */
  fill(freeBytes: number): void {
    const file = openSync(join(this.folder, "filler"), "a")
    try {
      for (let left = this.#freeBytes() - freeBytes; left > 0; left -= chunk.length) writeSync(file, chunk)
    } catch {
      // The disk is full, which is as near as it gets.
    } finally {
      closeSync(file)
    }
  }

  empty(): void {
    rmSync(join(this.folder, "filler"), { force: true })
  }

  unmount(): void {
    this.thaw()
    execFileSync("umount", ["-l", this.folder])
  }

  #freeBytes(): number {
    const { bavail, bsize } = statfsSync(this.folder)
    return bavail * bsize
  }
}
