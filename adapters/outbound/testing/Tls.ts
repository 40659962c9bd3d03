/**
 * A local HTTPS server of tests, as `documents.test`, and the authority that has signed its certificate. Both are valid until 2126, and
 * nobody else trusts them.
 */
import { once } from "node:events"
import type { RequestListener } from "node:http"
import { createServer } from "node:https"
import { onTestFinished } from "vitest"

export const authority = `-----BEGIN CERTIFICATE-----
MIIBojCCAUegAwIBAgIUGLG/iQBDyiPAoFrFnehdomyPDSowCgYIKoZIzj0EAwIw
HTEbMBkGA1UEAwwSQXV0aG9yaXR5IG9mIHRlc3RzMCAXDTI2MTEyNTAwNDczM1oY
DzIxMjYxMTAxMDA0NzMzWjAdMRswGQYDVQQDDBJBdXRob3JpdHkgb2YgdGVzdHMw
WTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAARBaKdSc9fwvqX8c9LKt5XhCXPzbsda
smY1xt2BqWmafsx0SwRPrTwSjht1c9tlfIfC9VwpernwI5wm3/9bcswSo2MwYTAd
BgNVHQ4EFgQUmIYpo6cojsVwp7Nh0/GyR+y0c74wHwYDVR0jBBgwFoAUmIYpo6co
jsVwp7Nh0/GyR+y0c74wDwYDVR0TAQH/BAUwAwEB/zAOBgNVHQ8BAf8EBAMCAgQw
CgYIKoZIzj0EAwIDSQAwRgIhAKnrslegixKCV40Y/R/dnkeUzwdx0vNqjn1K+87A
gnvLAiEAgzQEriDZ94VDMhFcbwiCLabk3ExnYax0EWFoHL3DKZk=
-----END CERTIFICATE-----
`
const certificate = `-----BEGIN CERTIFICATE-----
MIIBvDCCAWGgAwIBAgIUOJPrWJaZkLIKPMXGporJfMPtqF4wCgYIKoZIzj0EAwIw
HTEbMBkGA1UEAwwSQXV0aG9yaXR5IG9mIHRlc3RzMCAXDTI2MTEyNTAwNDczM1oY
DzIxMjYxMTAxMDA0NzMzWjAZMRcwFQYDVQQDDA5kb2N1bWVudHMudGVzdDBZMBMG
ByqGSM49AgEGCCqGSM49AwEHA0IABJ3thEjD6g+lgOW3DTHk8qaA6d6iwtAC0hZd
aqKj7gUHI5gDpomLpxL1+Q4Dza2V4whS0M9nxe2TzIYVxwXm8KqjgYAwfjAZBgNV
HREEEjAQgg5kb2N1bWVudHMudGVzdDAMBgNVHRMBAf8EAjAAMBMGA1UdJQQMMAoG
CCsGAQUFBwMBMB0GA1UdDgQWBBQ2NyrUfiWzbj+z/h2p7ehaEAkc4zAfBgNVHSME
GDAWgBSYhimjpyiOxXCns2HT8bJH7LRzvjAKBggqhkjOPQQDAgNJADBGAiEAp43U
SnyjSrrJ+TU0tLhxMAoFREIstbSuhx4qHsKMrfMCIQC0o0GpZbAs1CExkD2Syoem
wRePCDFyqZDDS+Pa/2vwww==
-----END CERTIFICATE-----
`
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg2NRdgzLfUhBu06e0
ARxK7lSWMP4dyO9rSX7/kcPEeJ2hRANCAASd7YRIw+oPpYDltw0x5PKmgOneosLQ
AtIWXWqio+4FByOYA6aJi6cS9fkOA82tleMIUtDPZ8Xtk8yGFccF5vCq
-----END PRIVATE KEY-----
`

/** Starts a server on 127.0.0.1, which is closed when the test ends. Gives its address by name, and the paths that were asked for. */
export const listenSecurely = async (answer: RequestListener) => {
  const asked: Array<string> = []
  const server = createServer({ key, cert: certificate }, (request, response) => {
    asked.push(request.url ?? "")
    answer(request, response)
  }).listen(0, "127.0.0.1")
  await once(server, "listening")
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  if (address === null || typeof address === "string") throw new Error("the server has no port")
  return { url: `https://documents.test:${address.port}`, asked }
}
