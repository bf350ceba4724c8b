import type { DocRef } from '../../../shared/cms/doc-ref.ts'
import type { Collection, Global } from '../../../shared/cms/schema-model.ts'
import type { DocumentSession, SessionSnapshot } from '../../form/document-session.ts'
import type { OpenDocuments } from '../../form/open-documents.ts'

export type ShownSession = { session: DocumentSession; snapshot: SessionSnapshot }

/** The open document of one screen, outside of rendering. */
export type SessionView = {
  /** Opens a document and keeps it open in the place of the one before; again for the same one does nothing. */
  open: (ref: DocRef, entity: Collection | Global, locale: string | null) => void
  /** Lets go of everything; `open` begins anew. */
  close: () => void
  subscribe: (listener: () => void) => () => void
  /** Null: nothing is open. */
  getSnapshot: () => ShownSession | null
}

type Held = { session: DocumentSession; letGo: () => void }

/**
 * While another locale of the same document is being read the one before stays, so that nothing flashes.
 */
export function createSessionView(documents: Pick<OpenDocuments, 'open' | 'retain'>): SessionView {
  const listeners = new Set<() => void>()
  let shown: Held | null = null
  /** Opened and not ready to be shown. */
  let next: Held | null = null
  let snapshot: ShownSession | null = null

  function hold(session: DocumentSession): Held {
    const release = documents.retain(session)
    const stop = session.subscribe(update)
    return {
      session,
      letGo() {
        stop()
        release?.()
      },
    }
  }

  function update(): void {
    if (next !== null && isReady(next.session)) {
      const before = shown
      shown = next
      next = null
      before?.letGo()
    }
    const now = shown?.session.getSnapshot()
    if (shown === null || now === undefined) return
    if (snapshot?.session === shown.session && snapshot.snapshot === now) return
    snapshot = { session: shown.session, snapshot: now }
    for (const listener of listeners) listener()
  }

  function isReady(session: DocumentSession): boolean {
    return session.getSnapshot().status !== 'loading' || session.key !== shown?.session.key
  }

  return {
    open(ref, entity, locale) {
      const session = documents.open(ref, entity, locale)
      if (session === (next ?? shown)?.session) return
      const before = next
      // Held before the other is let go of, which may be the same session under its new address.
      next = hold(session)
      before?.letGo()
      update()
    },
    close() {
      next?.letGo()
      shown?.letGo()
      next = null
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
