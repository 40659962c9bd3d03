import { Effect, Layer } from "effect"
import { describe, expect, it } from "vitest"
import * as Carrier from "./Carrier.ts"
import { NoticeSigner } from "./Carrier.ts"
import { Mailer, off, smtp } from "./Mailer.ts"
import * as SmtpServer from "./testing/SmtpServer.ts"

const mail = {
  id: "0192-mail",
  to: "owner@operator.test",
  subject: "A notice",
  text: "Something was served.",
}
const from = "court@court.test"

describe("e-mail", () => {
  it("Rule 2.7 a notice reaches the operator's address, with the same Message-ID each time it is sent", async () => {
    const server = await SmtpServer.start()
    const mailer = await smtp({ url: server.url, from })
    const first = await Effect.runPromise(mailer.send(mail))
    const second = await Effect.runPromise(mailer.send(mail))
    await server.stop()
    expect([first, second]).toEqual([
      { outcome: "delivered", status: null },
      { outcome: "delivered", status: null },
    ])
    expect(server.received.map(({ to }) => to)).toEqual([[mail.to], [mail.to]])
    for (const { source } of server.received) {
      expect(source).toContain("Message-ID: <0192-mail@court.test>")
      expect(source).toContain("Something was served.")
    }
  })

  it("Rule 2.7 a mail is never sent to two recipients, even if its address looks like two", async () => {
    const server = await SmtpServer.start()
    const mailer = await smtp({ url: server.url, from })
    await Effect.runPromise(mailer.send({ ...mail, to: "a@one.test, b@two.test" }))
    await server.stop()
    expect(server.received.map(({ to }) => to)).toEqual([['"a@one.test, b"@two.test']])
  })

  it("Rule 2.7 a mail that the server refuses is reported with the status alone", async () => {
    const server = await SmtpServer.start({ refuse: 550 })
    const tried = await Effect.runPromise((await smtp({ url: server.url, from })).send(mail))
    await server.stop()
    expect(tried).toEqual({ outcome: "answered_otherwise", status: 550 })
  })

  it("Rule 2.7 a server that does not answer is unreachable", async () => {
    const tried = await Effect.runPromise((await smtp({ url: "smtp://127.0.0.1:1", from })).send(mail))
    expect(tried).toEqual({ outcome: "unreachable", status: null })
  })

  it("Rule 2.7 no mail is sent without configuration", async () => {
    const signer = Layer.succeed(NoticeSigner, {
      sign: () => Effect.succeed(""),
      signRequest: () => Effect.succeed({ keyid: "", signature: "" }),
    })
    const carrier = Layer.provide(Carrier.layer(), Layer.merge(signer, Layer.succeed(Mailer, off)))
    expect((await Effect.runPromise(Effect.provide(Carrier.Carrier, carrier))).mail).toBeNull()
  })
})
