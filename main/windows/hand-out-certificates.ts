import { app } from 'electron'
import { errorName, type Log } from '../log.ts'
import type { ClientCertificates } from '../server/http/client-certificates.ts'

/**
 * Answers requests for client certificates; by default Electron gives the first one to anybody. Main's requests have
 * no page, nor have those of shared workers, which previews block (live-preview/preview-session.ts).
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
      // Electron crashes without an argument or with undefined: "none" is null, which its types lack.
      Reflect.apply(answer, undefined, [certificate])
    }
    give().catch((error: unknown) => log.error('certificate-not-given', { error: errorName(error) }))
  })
}
