/** E-mail over SMTP. */
import { Effect } from "effect"
import { createTransport } from "nodemailer"
import type { Tried } from "../../core/agents/Delivery.ts"
import type { MailerService } from "./Mailer.ts"

const timeoutMs = 5_000

/** Of an error, the status of SMTP where the server gave one. */
const triedOf = (error: unknown): Tried => {
  const status =
    typeof error === "object" && error !== null && "responseCode" in error ? error.responseCode : null
  if (typeof status === "number") return { outcome: "answered_otherwise", status }
  const code = typeof error === "object" && error !== null && "code" in error ? error.code : null
  return { outcome: code === "ETIMEDOUT" ? "timed_out" : "unreachable", status: null }
}

/** Sends from `from` by the server of an `smtp://` or `smtps://` URL. */
export const smtp = (options: { readonly url: string; readonly from: string }): MailerService => {
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
        // The address as an object is taken as one address, whatever commas it holds.
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
