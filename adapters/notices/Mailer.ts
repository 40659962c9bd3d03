/** The court's e-mail: over SMTP if it is configured, else off. */
import { Context, Effect, Layer } from "effect"
import type { Channel } from "../../core/agents/index.ts"
import { explainMissing } from "../store/Optional.ts"

/** An e-mail in plain text to one address, which may be sent more than once under one `id`. */
export interface Mail {
  /** Stays the same over attempts, so that a receiver recognises a mail that arrives twice. */
  readonly id: string
  readonly to: string
  readonly subject: string
  readonly text: string
}

/** Sends e-mail. Only a court with a server for it (`configured`) may call `send`. */
export interface MailerService {
  readonly configured: boolean
  /** Gives the outcome, without the text of the server's answer. */
  readonly send: (mail: Mail) => Effect.Effect<Channel.Tried>
}
/** The port by which the court sends e-mail, which `layer` fills. */
export class Mailer extends Context.Tag("agent-court/Mailer")<Mailer, MailerService>() {}

/** The mailer of a court that sends no e-mail: to call its `send` is a bug. */
export const off: MailerService = {
  configured: false,
  send: () => Effect.dieMessage("this court sends no e-mail"),
}

/** E-mail over the SMTP server of a URL, which needs the package `nodemailer`; null: the court sends no e-mail. */
export const layer = (options: { readonly url: string; readonly from: string } | null) =>
  options === null
    ? Layer.succeed(Mailer, off)
    : Layer.effect(
        Mailer,
        Effect.promise(() => smtp(options)),
      )

const timeoutMs = 5_000

/** The outcome of a failed attempt, with the SMTP status if the server gave one. */
const triedOf = (error: unknown): Channel.Tried => {
  const status =
    typeof error === "object" && error !== null && "responseCode" in error ? error.responseCode : null
  if (typeof status === "number") return { outcome: "answered_otherwise", status }
  const code = typeof error === "object" && error !== null && "code" in error ? error.code : null
  return { outcome: code === "ETIMEDOUT" ? "timed_out" : "unreachable", status: null }
}

/**
 * Sends e-mail from the address `from` through the server of an `smtp://` or `smtps://` URL. The library takes 20 MB of memory, so it
 * is loaded only by a court that sends e-mail.
 */
export const smtp = async (options: {
  readonly url: string
  readonly from: string
}): Promise<MailerService> => {
  const { createTransport } = await import("nodemailer").catch(
    explainMissing("nodemailer", (reason) => new Error(`e-mail can't be sent: ${reason}`)),
  )
  const transport = createTransport(
    {
      url: options.url,
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: timeoutMs,
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from: options.from },
  )
  const domain = options.from.replace(/^.*@|>.*$/g, "")
  return {
    configured: true,
    send: ({ id, to, subject, text }) =>
      Effect.tryPromise(() =>
        // The library takes an address in an object as one address, even if it holds commas.
        transport.sendMail({
          to: { name: "", address: to },
          subject,
          text,
          messageId: `<${id}@${domain}>`,
          headers: { "Auto-Submitted": "auto-generated" },
        }),
      ).pipe(
        Effect.match({
          onSuccess: () => ({ outcome: "delivered" as const, status: null }),
          onFailure: ({ error }) => triedOf(error),
        }),
      ),
  }
}
