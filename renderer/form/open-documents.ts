import { refKey, type DocRef, isTempId } from '../../shared/cms/doc-ref.ts'
import type { Collection, Global } from '../../shared/cms/schema-model.ts'
import type { Change } from '../../shared/document/change.ts'
import { replaceIdInHistory } from '../../shared/document/history.ts'
import type { FieldTypes } from '../../shared/fields/field-type.ts'
import type { DocumentView, GalleyBridge } from '../../shared/ipc.ts'
import type { TypedInput } from '../../shared/document/typed-input.ts'
import type { Json, JsonObject } from '../../shared/json.ts'
import { createDocumentMemory, type DocumentForm, type DocumentMemory } from './document-form.ts'
import { createDocumentSession, type DocumentSession } from './document-session.ts'
import type { ErrorFilter } from './form-errors.ts'
import { createHeldJournal, type HeldJournal } from './held-form.ts'
import type { JournalState } from './journal.ts'

/** All open documents, and closed ones that are not written yet. */
export type OpenDocuments = {
  /** Prefetches a document that will probably be opened next, so that it is ready at once. */
  readAhead: (ref: DocRef) => Promise<void>
  /**
   * Returns the session of a document; the same one until it was closed and has finished. It follows the entity's
   * schema.
   */
  open: (ref: DocRef, entity: Collection | Global, site: OpenSite) => DocumentSession
  /** Keeps a session open; the returned function releases it, once. Null: it has finished already. */
  retain: (session: DocumentSession) => (() => void) | null
  /** Keeps the session of a form open, for a component that edits the document later. */
  retainForm: (form: DocumentForm) => RetainedForm | null
  /** Keeps the edits of a form outside of documents; `before`: edits kept earlier. */
  holdForm: (
    place: string,
    content: () => Json | null,
  ) => { journal: HeldJournal; before: Promise<Json | null> }
  /** Writes the edits of all forms. False: some could not be written. */
  flush: () => Promise<boolean>
  /** True while the document is open, or closed and not written yet. */
  isOpen: (ref: DocRef) => boolean
  /** Returns edits that are only in this window: each document with its changes and content, and each other form. */
  unwritten: () => Unwritten[]
  /** Stops listening; for tests. */
  end: () => void
}

export type RetainedForm = {
  /** The document's present form: a new one after a change of the schema. Null: the document is gone. */
  current: () => DocumentForm | null
  release: () => void
}

export type Unwritten =
  | { ref: DocRef; changes: Change[]; typed: TypedInput[]; document: JsonObject }
  | { form: string; content: Json | null }

/** Facts of the site that a session needs. */
export type OpenSite = {
  /** The current content locale. */
  defaultLocale: string | null
  /** See DocumentSession. */
  asksServer: boolean
}

/** The last prefetched document: valid until it is opened or anything about it changes. */
type Ahead = { key: string; view: DocumentView | null }
type Open = { ref: DocRef; session: DocumentSession; users: number }

/** Longest wait for the write in ms before main hears of a failure; main waits longer, for a page that hangs. */
const FLUSH_LIMIT_MS = 3000
/**
 * Most documents, open ones included, whose history and view state are kept; beyond it the oldest closed one
 * goes.
 */
const KEPT_MEMORIES = 50

type OpenDocumentsOptions = {
  bridge: GalleyBridge
  types: FieldTypes
  counts?: ErrorFilter
  /** Called when the state of a form's journal changes; `form` is only an identity. */
  onJournal?: (form: object, state: JournalState) => void
  /** See DocumentSession. */
  afterFrame?: () => Promise<void>
}

export function createOpenDocuments(options: OpenDocumentsOptions): OpenDocuments {
  const { bridge, types, counts, onJournal, afterFrame } = options
  const documents = new Map<string, Open>()
  const memories = createMemories((key) => documents.has(key))
  const ahead = createAhead(bridge)
  const held = createHeldForms(bridge, onJournal)
  let nextId = 1

  const everySession = () => [...new Set(documents.values())].map(({ session }) => session)

  /**
   * Registers the document under both ids, so that a screen with the old id finds the same session (SY8);
   * only under the new id if the old one belongs to another document by now.
   */
  function idAssigned(from: DocRef, to: DocRef): void {
    // A temporary id as the new id means: the old id belongs to another document by now.
    const isReplaced = to.kind === 'collection' && isTempId(to.id)
    memories.idAssigned(from, to, isReplaced)
    const moved = documents.get(refKey(from))
    if (!moved || refKey(moved.ref) === refKey(to)) return
    moved.ref = to
    documents.set(refKey(to), moved)
    if (isReplaced) documents.delete(refKey(from))
    moved.session.setRef(to)
  }

  const unwritten = () => [...unwrittenDocuments(everySession()), ...held.unwritten()]

  async function flush(): Promise<boolean> {
    const forms = everySession().flatMap((session) => session.getSnapshot().form ?? [])
    const written = await Promise.all([...forms, ...held.all()].map((one) => one.flush()))
    return written.every(Boolean)
  }

  const stops = [
    ...followDocuments({ bridge, documents, memories, ahead, held, everySession, idAssigned }),
    bridge.on('app.flush', ({ token }) => {
      void answerFlush(bridge, token, flush, unwritten)
    }),
  ]

  return {
    isOpen: (ref) => documents.has(refKey(ref)),
    async readAhead(ref) {
      // An open document is read by its own session, in its own queue.
      if (!documents.has(refKey(ref))) await ahead.read(ref)
    },
    open(ref, entity, { defaultLocale, asksServer }) {
      const view = ahead.take(ref)
      const found = documents.get(refKey(ref))
      if (found) {
        void found.session.setEntity(entity, asksServer)
        return found.session
      }
      // Stands for the form in onJournal: a document that was read ahead writes while `session` is being made.
      const identity = {}
      const session: DocumentSession = createDocumentSession({
        key: `${nextId}`,
        bridge,
        ref,
        entity,
        types,
        defaultLocale,
        asksServer,
        memory: memories.of(ref),
        view,
        onIdFound: (real) => idAssigned(ref, real),
        onJournal: (state) => onJournal?.(identity, state),
        ...(afterFrame && { afterFrame }),
        ...(counts ? { counts } : {}),
      })
      nextId += 1
      documents.set(refKey(ref), { ref, session, users: 0 })
      return session
    },
    ...createRetention(documents),
    holdForm: held.hold,
    flush,
    unwritten,
    end() {
      for (const stop of stops) stop()
    },
  }
}

type Memories = ReturnType<typeof createMemories>

/** Keeps the memory of the last documents, closed ones included, by refKey. */
function createMemories(isOpen: (key: string) => boolean) {
  const memories = new Map<string, DocumentMemory>()
  return {
    of(ref: DocRef): DocumentMemory {
      const key = refKey(ref)
      const memory = memories.get(key) ?? createDocumentMemory()
      memories.delete(key)
      memories.set(key, memory)
      // An open document keeps its memory, since updates of all memories must reach it.
      const oldest = [...memories.keys()].find((one) => one !== key && !isOpen(one))
      if (memories.size > KEPT_MEMORIES && oldest !== undefined) memories.delete(oldest)
      return memory
    },
    /** `isReplaced`: the old id belongs to another document by now. */
    idAssigned(from: DocRef, to: DocRef, isReplaced: boolean): void {
      const memory = memories.get(refKey(from))
      if (memory) memories.set(refKey(to), memory)
      if (isReplaced) memories.delete(refKey(from))
    },
    /** Replaces the temporary id in all undo histories. */
    replaceId(from: string, to: string | number): void {
      for (const memory of new Set(memories.values()))
        memory.history = replaceIdInHistory(memory.history, from, to)
    },
    clear: () => memories.clear(),
  }
}

type ReadAhead = ReturnType<typeof createAhead>

/** Holds the last prefetched document. */
function createAhead(bridge: Pick<GalleyBridge, 'call'>) {
  let ahead: Ahead | null = null
  return {
    async read(ref: DocRef): Promise<void> {
      const key = refKey(ref)
      if (ahead?.key === key) return
      const reading: Ahead = { key, view: null }
      ahead = reading
      try {
        reading.view = await bridge.call('documents.get', { ref })
      } finally {
        if (reading.view === null && ahead === reading) ahead = null
      }
    },
    /** Returns the document and drops it; null if another one or none was read. */
    take(ref: DocRef): DocumentView | null {
      if (ahead?.key !== refKey(ref)) return null
      const { view } = ahead
      ahead = null
      return view
    },
    clear(): void {
      ahead = null
    },
  }
}

type HeldForms = ReturnType<typeof createHeldForms>

/** Keeps the last journal of each form outside of documents, closed ones included, until the account changes. */
function createHeldForms(
  bridge: Pick<GalleyBridge, 'call'>,
  onJournal: ((form: object, state: JournalState) => void) | undefined,
) {
  const held = new Set<HeldJournal>()
  const hold: OpenDocuments['holdForm'] = (place, content) => {
    // Edits that the closed form could not write come back with the new form, and its journal stops writing them.
    const before = [...held].find((one) => one.place === place)
    if (before !== undefined) held.delete(before)
    const isUnwritten = before !== undefined && before.state().kind !== 'written'
    const journal: HeldJournal = createHeldJournal({
      place,
      content,
      hold: async (input) => (held.has(journal) ? bridge.call('forms.hold', input) : null),
      onState: (state) => onJournal?.(journal, state),
    })
    held.add(journal)
    return {
      journal,
      before: isUnwritten
        ? Promise.resolve(before.content())
        : bridge.call('forms.held', { place }).then((answer) => answer.content),
    }
  }
  return {
    hold,
    all: () => [...held],
    unwritten: (): Unwritten[] =>
      [...held]
        .filter(({ state }) => state().kind !== 'written')
        .map(({ place, content }) => ({ form: place, content: content() })),
    clear: () => held.clear(),
  }
}

function unwrittenDocuments(sessions: readonly DocumentSession[]): Unwritten[] {
  return sessions.flatMap((session): Unwritten[] => {
    const { form } = session.getSnapshot()
    if (form === null || form.getDocument().journal.kind === 'written') return []
    const [changes, typed] = [form.changes(), form.typed()]
    return [{ ref: form.getRef(), changes, typed, document: form.data() }]
  })
}

/** Follows what main tells of documents and of the account; returns the functions that stop it. */
function followDocuments({
  bridge,
  documents,
  memories,
  ahead,
  held,
  everySession,
  idAssigned,
}: {
  bridge: GalleyBridge
  documents: Map<string, Open>
  memories: Memories
  ahead: ReadAhead
  held: HeldForms
  everySession: () => DocumentSession[]
  idAssigned: (from: DocRef, to: DocRef) => void
}): (() => void)[] {
  /** Replaces the temporary id in all references, undo histories included. */
  function replaceInAll(from: string, to: string | number): void {
    memories.replaceId(from, to)
    for (const session of everySession()) session.getSnapshot().form?.replaceId(from, to)
  }

  return [
    bridge.on('documents.changed', ({ refs }) => {
      for (const ref of refs) {
        ahead.take(ref)
        void documents.get(refKey(ref))?.session.reread()
      }
    }),
    bridge.on('documents.idAssigned', ({ slug, tempId, id, value }) => {
      idAssigned({ kind: 'collection', slug, id: tempId }, { kind: 'collection', slug, id })
      if (value !== undefined) replaceInAll(tempId, value)
    }),
    // Another account's documents are others, even with the same ids (SY2).
    bridge.on('session.accountChanged', () => {
      for (const session of everySession()) session.end()
      documents.clear()
      memories.clear()
      held.clear()
      ahead.clear()
    }),
  ]
}

/** Writes all edits and tells main how many forms could not. */
async function answerFlush(
  bridge: Pick<GalleyBridge, 'call'>,
  token: string,
  flush: () => Promise<boolean>,
  unwritten: () => Unwritten[],
): Promise<void> {
  const isWritten = await Promise.race([flush(), timeUp(FLUSH_LIMIT_MS)])
  // A form that failed at first and wrote meanwhile needs no question.
  await bridge.call('app.flushed', { token, unwritten: isWritten ? 0 : unwritten().length })
}

/** Resolves to false after the time. */
function timeUp(ms: number): Promise<boolean> {
  return new Promise((resolve) => setTimeout(() => resolve(false), ms))
}

/** Keeps documents open while they have users, and until all of them is written. */
function createRetention(documents: Map<string, Open>): Pick<OpenDocuments, 'retain' | 'retainForm'> {
  const openWhere = (isIt: (session: DocumentSession) => boolean): Open | undefined =>
    [...documents.values()].find(({ session }) => isIt(session))

  function hold(open: Open): () => void {
    open.users += 1
    let released = false
    return () => {
      if (released) return
      released = true
      open.users -= 1
      void finish(open)
    }
  }

  /** Ends a session without users once all is written; until then it keeps trying. */
  async function finish(open: Open): Promise<void> {
    const unused = () => open.users === 0
    if (!unused()) return
    await open.session.leave(unused).catch(() => undefined)
    const form = open.session.getSnapshot().form
    if (!unused() || documents.get(refKey(open.ref)) !== open) return
    if (form && form.getDocument().journal.kind !== 'written') return keepUntilWritten(open, form.subscribe)
    forget(open)
  }

  function keepUntilWritten(open: Open, subscribe: (listener: () => void) => () => void): void {
    const stop = subscribe(() => {
      if (open.session.getSnapshot().form?.getDocument().journal.kind !== 'written') return
      stop()
      void finish(open)
    })
  }

  function forget(gone: Open): void {
    for (const [key, one] of documents) if (one === gone) documents.delete(key)
  }

  return {
    retain(session) {
      const open = openWhere((one) => one === session)
      return open === undefined ? null : hold(open)
    },
    retainForm(form) {
      const open = openWhere((one) => one.getSnapshot().form === form)
      if (open === undefined) return null
      return { current: () => open.session.getSnapshot().form, release: hold(open) }
    },
  }
}
