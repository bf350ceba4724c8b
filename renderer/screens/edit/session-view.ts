import { refKey, type DocRef } from '../../../shared/cms/doc-ref.ts'
import type { Collection, Global } from '../../../shared/cms/schema-model.ts'
import type { DocumentSession, SessionSnapshot } from '../../form/document-session.ts'
import type { OpenDocuments, OpenSite } from '../../form/open-documents.ts'

export type ShownSession = {
  /** refKey of the requested document, whose session may already have its server id (SY8). */
  asked: string
  session: DocumentSession
  snapshot: SessionSnapshot
}

/** The open document of one screen, outside of rendering. */
export type SessionView = {
  /** Opens a document in place of the previous one; the same one is not opened again. */
  open: (ref: DocRef, entity: Collection | Global, site: OpenSite) => void
  /** Closes the document; `open` may follow. */
  close: () => void
  subscribe: (listener: () => void) => () => void
  /** Null: nothing is open. */
  getSnapshot: () => ShownSession | null
}

type Held = { asked: string; session: DocumentSession; letGo: () => void }

export function createSessionView(documents: Pick<OpenDocuments, 'open' | 'retain'>): SessionView {
  const listeners = new Set<() => void>()
  let shown: Held | null = null
  let snapshot: ShownSession | null = null

  function hold(asked: string, session: DocumentSession): Held {
    const release = documents.retain(session)
    const stop = session.subscribe(update)
    return {
      asked,
      session,
      letGo() {
        stop()
        release?.()
      },
    }
  }

  function update(): void {
    if (shown === null) return
    const { asked, session } = shown
    const now = session.getSnapshot()
    if (snapshot?.session === session && snapshot.snapshot === now && snapshot.asked === asked) return
    snapshot = { asked, session, snapshot: now }
    for (const listener of listeners) listener()
  }

  return {
    open(ref, entity, site) {
      const session = documents.open(ref, entity, site)
      const asked = refKey(ref)
      if (shown !== null && session === shown.session) {
        shown = { ...shown, asked }
        update()
        return
      }
      const before = shown
      shown = hold(asked, session)
      before?.letGo()
      update()
    },
    close() {
      shown?.letGo()
      shown = null
      snapshot = null
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    getSnapshot: () => snapshot,
  }
}
