/** The court's e-mail: over SMTP where it is configured, else off. */
import { Context, Effect, Layer } from "effect"
import type { Tried } from "../../core/agents/Delivery.ts"

export interface Mail {
  /** Stays the same over attempts, so that a mail which arrives twice is known as one. */
  readonly id: string
  readonly to: string
  readonly subject: string
  readonly text: string
}

export interface MailerService {
  readonly configured: boolean
  /** What happened; never what the server said. */
  readonly send: (mail: Mail) => Effect.Effect<Tried>
}
export class Mailer extends Context.Tag("agent-court/Mailer")<Mailer, MailerService>() {}

export const off: MailerService = {
  configured: false,
  send: () => Effect.dieMessage("this court sends no e-mail"),
}

export const layer = (options: { readonly url: string; readonly from: string } | null) =>
  options === null
    ? Layer.succeed(Mailer, off)
    : // Loaded where mail is sent alone: it takes 20 MB.
      Layer.effect(
        Mailer,
        Effect.promise(async () => (await import("./Smtp.ts")).smtp(options)),
      )
