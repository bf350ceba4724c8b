import type { DocumentForm } from './document-form.ts'
import type { DocumentSession } from './document-session.ts'

/**
 * Resolves to the session's form once it is read; null if the document could not be read on this computer.
 */
export function formOf(session: DocumentSession): Promise<DocumentForm | null> {
  return new Promise((resolve) => {
    const look = (): boolean => {
      const { form, status } = session.getSnapshot()
      if (status === 'loading') return false
      resolve(form)
      return true
    }
    if (look()) return
    const stop = session.subscribe(() => {
      if (look()) stop()
    })
  })
}
