/** Local servers that answer as Esplora, Koios and an EVM node do, and the ways in which each can be made to fail. */
import { createServer, type IncomingMessage } from "node:http"
import type { AddressInfo } from "node:net"

/** How a server answers: properly, with a page of HTML, with an error, not at all, with far too much, or by breaking off. */
export type Mood = "well" | "html" | "error" | "hangs" | "floods" | "breaks_off"

export interface LocalServer {
  readonly url: string
  mood: Mood
  requests: number
  readonly stop: () => Promise<void>
}

/** Gives the answer for a path. Undefined means 404; a text is sent unchanged, anything else as JSON. */
export type Answering = (path: string, body: unknown) => unknown | Promise<unknown>

const bodyOf = async (request: IncomingMessage): Promise<unknown> => {
  let text = ""
  for await (const chunk of request) text += String(chunk)
  return text === "" ? undefined : JSON.parse(text)
}

export const serve = async (answer: Answering): Promise<LocalServer> => {
  const server = createServer(async (request, response) => {
    local.requests += 1
    const body = await bodyOf(request)
    if (local.mood === "hangs") return
    if (local.mood === "html") return response.end("<!doctype html><title>Please wait</title>")
    if (local.mood === "error") return response.writeHead(503).end("busy")
    if (local.mood === "floods") return response.end("x".repeat(2_000_000))
    if (local.mood === "breaks_off") return response.destroy()
    const found = await answer(request.url ?? "/", body)
    if (found === undefined) return response.writeHead(404).end("Not found")
    return response.end(typeof found === "string" ? found : JSON.stringify(found))
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  const local: LocalServer = {
    url: `http://127.0.0.1:${port}`,
    mood: "well",
    requests: 0,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
  return local
}

interface Payment {
  readonly address: string
  readonly units: number
  readonly txid: string
}
interface FakeBlock {
  readonly hash: string
  readonly height: number
  /** In seconds. */
  readonly time: number
  readonly payments: ReadonlyArray<Payment>
}

/** A chain that a test mines block by block, and whose last blocks it can drop. */
export const fakeChain = (startAt: number) => {
  const blocks: Array<FakeBlock> = []
  let made = 0
  const mine = (...payments: ReadonlyArray<Payment>): FakeBlock => {
    made += 1
    const block = {
      hash: made.toString(16).padStart(64, "0"),
      height: blocks.length,
      time: startAt + blocks.length * 20,
      payments,
    }
    blocks.push(block)
    return block
  }
  mine()
  return {
    blocks,
    mine,
    /** Drops the last blocks. The blocks mined after that have other hashes. */
    drop: (count: number): void => {
      blocks.splice(blocks.length - count)
    },
    tip: (): FakeBlock => blocks[blocks.length - 1] ?? mine(),
  }
}
export type FakeChain = ReturnType<typeof fakeChain>

const statusOf = (block: FakeBlock) => ({
  confirmed: true,
  block_height: block.height,
  block_hash: block.hash,
  block_time: block.time,
})

/** Answers as Blockstream/esplora's API.md describes. */
export const esplora =
  ({ blocks, tip }: FakeChain): Answering =>
  (path) => {
    const [, first = "", second = "", ...rest] = path.split("/")
    if (path === "/blocks/tip/hash") return tip().hash
    if (first === "block-height") return blocks[Number(second)]?.hash
    if (first === "block") {
      const block = blocks.find(({ hash }) => hash === second)
      return block && { id: block.hash, height: block.height, version: 1, timestamp: block.time, tx_count: 1 }
    }
    if (first !== "address" || rest[0] !== "txs") return undefined
    const all = blocks.toReversed().flatMap((block) =>
      block.payments.flatMap(({ address, units, txid }) =>
        address === second
          ? [
              {
                txid,
                version: 2,
                vin: [],
                vout: [
                  { scriptpubkey_address: "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa", value: 77 },
                  { scriptpubkey_address: address, scriptpubkey_type: "v0_p2wpkh", value: units },
                  { scriptpubkey_type: "op_return", value: 0 },
                ],
                status: statusOf(block),
              },
            ]
          : [],
      ),
    )
    const after = rest[2]
    const from = after === undefined ? 0 : all.findIndex(({ txid }) => txid === after) + 1
    return all.slice(from, from + 25)
  }

/** Answers as Koios' description of its endpoints says. */
export const koios =
  ({ blocks, tip }: FakeChain): Answering =>
  (path, body) => {
    if (path === "/tip") {
      const { hash, height, time } = tip()
      return [{ hash, epoch_no: 500, abs_slot: 1, epoch_slot: 1, block_no: height, block_time: time }]
    }
    const wanted = /^\/blocks\?block_height=eq\.(\d+)$/.exec(path)?.[1]
    if (wanted !== undefined)
      return blocks
        .filter(({ height }) => height === Number(wanted))
        .map(({ hash, height, time }) => ({ hash, block_height: height, block_time: time, tx_count: 1 }))
    if (!path.startsWith("/address_outputs?")) return undefined
    const { _addresses } = body as { readonly _addresses: ReadonlyArray<string> }
    const query = new URL(path, "http://x").searchParams
    const offset = Number(query.get("offset"))
    return blocks
      .toReversed()
      .flatMap(({ payments, height, time }) =>
        payments.flatMap(({ address, units, txid }) =>
          _addresses.includes(address)
            ? [
                {
                  address,
                  tx_hash: txid,
                  tx_index: 1,
                  value: String(units),
                  stake_address: null,
                  epoch_no: 500,
                  block_height: height,
                  block_time: time,
                  is_spent: false,
                },
              ]
            : [],
        ),
      )
      .slice(offset, offset + Number(query.get("limit")))
  }

/** A node that forwards the answers of another node, but changes their logs. */
export const lyingNode = (
  url: string,
  lie: (log: Readonly<Record<string, unknown>>) => unknown,
): Promise<LocalServer> =>
  serve(async (_path, body) => {
    const headers = { "content-type": "application/json" }
    const response = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) })
    const answer = (await response.json()) as { readonly result: unknown }
    const { method } = body as { readonly method: string }
    return method === "eth_getLogs" && Array.isArray(answer.result)
      ? { ...answer, result: answer.result.map(lie) }
      : answer
  })
