import type { DocRef } from '../../shared/cms/doc-ref.ts'
import { needsPassword } from '../../shared/cms/needs-password.ts'
import type { CallOutput } from '../../shared/ipc.ts'
import { entityOf, type SiteContext } from './site-context.ts'

/**
 * Holds the password that a new user is to be created with, where the server can be reached to create them. A creation
 * that waits for one goes now.
 */
export async function holdPassword(
  site: SiteContext,
  ref: DocRef,
  password: string,
): Promise<CallOutput<'credentials.hold'>> {
  const entity = entityOf(site.schema(), ref)
  const view = await site.store.getDocument(ref)
  if (entity === null || !needsPassword(entity) || view?.isNew !== true) return { outcome: 'not-new' }
  const { status } = await site.checkConnection()
  if (status !== 'online') return { outcome: status === 'signed-out' ? 'signed-out' : 'offline' }
  site.newPasswords.hold(ref, password)
  const waiting = view.entries.find(({ problem }) => problem?.code === 'password-missing')
  if (waiting !== undefined) await site.store.retry({ key: waiting.key, choices: {} })
  return { outcome: 'held' }
}
