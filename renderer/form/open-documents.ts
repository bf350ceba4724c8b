import { refKey, type DocRef } from '../../shared/cms/doc-ref.ts'
import type { Collection, Global } from '../../shared/cms/schema-model.ts'
import type { DocumentView, GalleyBridge } from '../../shared/ipc.ts'
import { createDocumentSession, type DocumentSession } from './document-session.ts'
import type { ErrorFilter } from './form-errors.ts'
import type { JournalState } from './journal.ts'
import { createSerialQueue, type SerialQueue } from './serial-queue.ts'

/** All documents that are open, and those that were left but are not written yet. */
export type OpenDocuments = {
  /** Reads a document that will probably be opened next, so that it is ready at once then. */
  readAhead: (ref: DocRef) => Promise<void>
  /** The session of a document in a locale; the same one until it was left and has finished. */
  open: (ref: DocRef, entity: Collection | Global, locale: string | null) => DocumentSession
  /** Keeps a session open; the answer ends that, once. Null: it has finished and is not open any more. */
  retain: (session: DocumentSession) => (() => void) | null
  /** Writes everything typed in any form. False: something could not be written. */
  flush: () => Promise<boolean>
  /** Stops listening; for tests. */
  end: () => void
}

/** The document read last without being opened: good until it is opened, or anything about it changes. */
type Ahead = { key: string; view: DocumentView | null }
type OpenDocument = { id: number; ref: DocRef; queue: SerialQueue; sessions: Map<string, Open> }
type Open = { session: DocumentSession; users: number }

export function createOpenDocuments(options: {
  bridge: GalleyBridge
  counts?: ErrorFilter
  /** Called with what became of what was typed in a form; `form` only tells the forms apart. */
  onJournal?: (form: object, state: JournalState) => void
}): OpenDocuments {
  const { bridge, counts, onJournal } = options
  const documents = new Map<string, OpenDocument>()
  let nextId = 1
  let ahead: Ahead | null = null

  function takeAhead(ref: DocRef): DocumentView | null {
    if (ahead?.key !== refKey(ref)) return null
    const { view } = ahead
    ahead = null
    return view
  }

  function document(ref: DocRef): OpenDocument {
    const key = refKey(ref)
    const found = documents.get(key)
    if (found) return found
    const made: OpenDocument = { id: nextId, ref, queue: createSerialQueue(), sessions: new Map() }
    nextId += 1
    documents.set(key, made)
    return made
  }

  /** Under both addresses from now on, so that a screen that still has the old one finds the same session (SY8). */
  function idAssigned(from: DocRef, to: DocRef): void {
    const moved = documents.get(refKey(from))
    if (!moved || refKey(moved.ref) === refKey(to)) return
    moved.ref = to
    documents.set(refKey(to), moved)
    for (const { session } of moved.sessions.values()) session.setRef(to)
  }

  function forget(gone: OpenDocument): void {
    for (const [key, one] of documents) if (one === gone) documents.delete(key)
  }

  const sessionsOf = (ref: DocRef) => [...(documents.get(refKey(ref))?.sessions.values() ?? [])]
  const everySession = () => [...new Set(documents.values())].flatMap((one) => [...one.sessions.values()])

  const stops = [
    bridge.on('documents.changed', ({ refs, serverAdjusted }) => {
      for (const ref of refs) {
        takeAhead(ref)
        for (const { session } of sessionsOf(ref)) {
          if (serverAdjusted.length > 0) session.adjustToServer(serverAdjusted)
          void session.reread()
        }
      }
    }),
    bridge.on('documents.idAssigned', ({ slug, tempId, id }) => {
      idAssigned({ kind: 'collection', slug, id: tempId }, { kind: 'collection', slug, id })
    }),
    // Another account's documents are other documents, also under the same ids (SY2).
    bridge.on('session.accountChanged', () => {
      for (const { session } of everySession()) session.end()
      documents.clear()
      ahead = null
    }),
    bridge.on('app.flush', ({ token }) => {
      void answerFlush(token)
    }),
  ]

  async function answerFlush(token: string): Promise<void> {
    if (await flush()) await bridge.call('app.flushed', { token })
  }

  async function flush(): Promise<boolean> {
    const forms = everySession().flatMap(({ session }) => session.getSnapshot().form ?? [])
    const written = await Promise.all(forms.map((form) => form.flush()))
    return written.every(Boolean)
  }

  return {
    async readAhead(ref) {
      const key = refKey(ref)
      // An open document is read by its own session, in its own order.
      if (documents.has(key) || ahead?.key === key) return
      const reading: Ahead = { key, view: null }
      ahead = reading
      try {
        reading.view = await bridge.call('documents.get', { ref })
      } finally {
        if (reading.view === null && ahead === reading) ahead = null
      }
    },
    open(ref, entity, locale) {
      const view = takeAhead(ref)
      const home = document(ref)
      const name = locale ?? ''
      const found = home.sessions.get(name)
      if (found) return found.session
      const session = createDocumentSession({
        key: `${home.id}`,
        bridge,
        ref: home.ref,
        entity,
        locale,
        queue: home.queue,
        view,
        onIdFound: (real) => idAssigned(home.ref, real),
        onJournal: (state) => onJournal?.(session, state),
        ...(counts ? { counts } : {}),
      })
      home.sessions.set(name, { session, users: 0 })
      return session
    },
    retain(session) {
      for (const home of documents.values()) {
        for (const [name, open] of home.sessions) {
          if (open.session !== session) continue
          open.users += 1
          let released = false
          return () => {
            if (released) return
            released = true
            open.users -= 1
            void finish(home, name, open)
          }
        }
      }
      return null
    },
    flush,
    end() {
      for (const stop of stops) stop()
    },
  }

  /** A session nobody looks at any more goes when everything in it is written; until then it goes on trying. */
  async function finish(home: OpenDocument, name: string, open: Open): Promise<void> {
    const unused = () => open.users === 0
    if (!unused()) return
    await open.session.leave(unused).catch(() => undefined)
    const form = open.session.getSnapshot().form
    if (!unused() || home.sessions.get(name) !== open) return
    if (form && form.getForm().journal.kind !== 'written')
      return keepUntilWritten(home, name, open, form.subscribe)
    home.sessions.delete(name)
    if (home.sessions.size === 0) forget(home)
  }

  function keepUntilWritten(
    home: OpenDocument,
    name: string,
    open: Open,
    subscribe: (listener: () => void) => () => void,
  ): void {
    const stop = subscribe(() => {
      if (open.session.getSnapshot().form?.getForm().journal.kind !== 'written') return
      stop()
      void finish(home, name, open)
    })
  }
}
