import { refKey, type DocRef } from '../../../shared/cms/doc-ref.ts'
import type { Collection, Global } from '../../../shared/cms/schema-model.ts'
import type { DocumentSession, SessionSnapshot } from '../../form/document-session.ts'
import type { OpenDocuments, OpenSite } from '../../form/open-documents.ts'

export type ShownSession = {
  session: DocumentSession
  snapshot: SessionSnapshot
  /** By which it was opened: while the address is another one already, this is still the document before. */
  openedBy: DocRef
}

/** The open document of one screen, outside of rendering. */
export type SessionView = {
  /** Opens a document and keeps it open in the place of the one before; again for the same one does nothing. */
  open: (ref: DocRef, entity: Collection | Global, site: OpenSite) => void
  /** Lets go of it; `open` begins anew. */
  close: () => void
  subscribe: (listener: () => void) => () => void
  /** Null: nothing is open. */
  getSnapshot: () => ShownSession | null
}

type Held = { session: DocumentSession; openedBy: DocRef; letGo: () => void }

export function createSessionView(documents: Pick<OpenDocuments, 'open' | 'retain'>): SessionView {
  const listeners = new Set<() => void>()
  let shown: Held | null = null
  let snapshot: ShownSession | null = null

  function hold(session: DocumentSession, openedBy: DocRef): Held {
    const release = documents.retain(session)
    const stop = session.subscribe(update)
    return {
      session,
      openedBy,
      letGo() {
        stop()
        release?.()
      },
    }
  }

  function update(): void {
    if (shown === null) return
    const { session, openedBy } = shown
    const now = session.getSnapshot()
    const isSame = snapshot?.session === session && snapshot.snapshot === now
    if (isSame && snapshot?.openedBy === openedBy) return
    snapshot = { session, snapshot: now, openedBy }
    for (const listener of listeners) listener()
  }

  return {
    open(ref, entity, site) {
      const session = documents.open(ref, entity, site)
      if (session === shown?.session) {
        if (refKey(ref) === refKey(shown.openedBy)) return
        shown = { ...shown, openedBy: ref }
        return update()
      }
      const before = shown
      // Held before the other is let go of, which may be the same session under its new address.
      shown = hold(session, ref)
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
