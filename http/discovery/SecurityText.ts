/** `/.well-known/security.txt`: whom to tell of a weakness (RFC 9116). */
import { days, format, type Instant } from "../../core/Time.ts"

// RFC 9116 wants an end, so that a forgotten file is not trusted for ever: renewed each month, it lasts for half a year.
const renewedDays = 30
const lastsDays = 180

export const securityText = (baseUrl: string, contact: string, now: Instant): string =>
  [
    `Contact: ${contact}`,
    `Expires: ${format(Math.ceil(now / days(renewedDays)) * days(renewedDays) + days(lastsDays))}`,
    "Preferred-Languages: en",
    `Canonical: ${baseUrl}/.well-known/security.txt`,
    `Policy: ${baseUrl}/disclosure`,
    "",
  ].join("\n")
