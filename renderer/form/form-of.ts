import type { DocumentForm } from './document-form.ts'
import type { DocumentSession } from './document-session.ts'

/** The session's form once it is read; null: the document is not here. */
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
