import { app } from 'electron'
import { errorName, type Log } from '../log.ts'
import type { ClientCertificates } from '../server/http/client-certificates.ts'

/**
 * Answers servers that ask for a certificate of this computer. Left to itself, Electron gives the first one to anybody
 * who asks. Main's own requests have no page; nor have those of shared workers, which the sessions of previewed pages
 * let ask nothing (live-preview/preview-session.ts).
 */
export function handOutCertificates(certificates: ClientCertificates, log: Log): void {
  app.on('select-client-certificate', (event, contents, server, offered, answer) => {
    event.preventDefault()
    const give = async (): Promise<void> => {
      const picked = certificates.pick({ server, isPage: contents !== null }, offered)
      const certificate = await picked.catch((error: unknown) => {
        log.error('certificate-not-picked', { error: errorName(error) })
        return null
      })
      if (certificate === null) log.warn('certificate-refused')
      // Without an argument, or with undefined, Electron crashes: none is null, which its types do not know.
      Reflect.apply(answer, undefined, [certificate])
    }
    give().catch((error: unknown) => log.error('certificate-not-given', { error: errorName(error) }))
  })
}
