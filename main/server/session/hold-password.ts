import type { DocRef } from '../../../shared/cms/doc-ref.ts'
import { needsPassword } from '../../../shared/cms/needs-password.ts'
import type { CallOutput } from '../../../shared/ipc.ts'
import { entityOf, type SiteContext } from '../site-context.ts'

/**
 * Holds the password of a new user while the server can be reached. It sends nothing: a creation that waits for it is
 * sent with the next commit. `busy`: it may be on its way with another password.
 */
export async function holdPassword(
  site: SiteContext,
  ref: DocRef,
  password: string,
): Promise<CallOutput<'credentials.hold'>> {
  const entity = entityOf(site.schema(), ref)
  if (entity === null || !needsPassword(entity)) return { outcome: 'not-new' }
  if ((await site.store.getDocument(ref))?.isNew !== true) return { outcome: 'not-new' }
  const { status } = await site.checkConnection()
  if (status !== 'online') return { outcome: status === 'signed-out' ? 'signed-out' : 'offline' }
  // Read last, without an await in between, so that the entry cannot be sent in between.
  const view = await site.store.getDocument(ref)
  if (view?.isNew !== true) return { outcome: 'not-new' }
  const [head] = view.entries
  if (head?.state === 'sending' || head?.state === 'unknown') return { outcome: 'busy' }
  site.newPasswords.hold(ref, password)
  return { outcome: 'held' }
}
