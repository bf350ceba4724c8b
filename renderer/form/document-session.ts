import type { DocRef } from '../../shared/cms/doc-ref.ts'
import type { Collection, Global } from '../../shared/cms/schema-model.ts'
import type { Change } from '../../shared/document/change.ts'
import type { FieldTypes } from '../../shared/fields/field-type.ts'
import type { CallOutput, CopiedFile, DocumentView, GalleyBridge, RefreshResult } from '../../shared/ipc.ts'
import { asksForId } from '../../shared/cms/entity-rules.ts'
import { isTempId } from '../../shared/cms/doc-ref.ts'
import { createDocumentForm, type DocumentForm, type DocumentMemory } from './document-form.ts'
import type { ErrorFilter } from './form-errors.ts'
import type { JournalState } from './journal.ts'
import { createSerialQueue, type SerialQueue } from '../../shared/serial-queue.ts'

export type SessionSnapshot = {
  ref: DocRef
  /** loading: being read from this computer; missing: not on this computer; failed: could not be read. */
  status: 'loading' | 'ready' | 'missing' | 'failed'
  form: DocumentForm | null
  /** The last result of asking the server for this document; null before the first. */
  refreshed: RefreshResult | null
  /** Error message of a failed read. */
  message: string
}

/** `saved: false`: fields are invalid, nothing was done, and the first one is shown in `locale`. */
export type CheckOutcome = { saved: true } | { saved: false; locale: string | null }

/** `key`: that of the queued entry; null if there was nothing to queue. */
export type SaveOutcome =
  | { saved: true; key: string | null }
  | Extract<CheckOutcome, { saved: false }>
  /** The save had to wait for a file. `failed`: the file did not come; `cancelled`: the edits were discarded meanwhile. */
  | { saved: false; held: 'failed' | 'cancelled' }

/** Reason that a document was not reverted. */
export type NotReverted = Exclude<CallOutput<'documents.published'>, { outcome: 'done' }>

/** One open document: reads it, keeps its form up to date, and closes it without losing edits. */
export type DocumentSession = {
  /** Identifies the session; unchanged when the document gets its server id. */
  readonly key: string
  getSnapshot: () => SessionSnapshot
  subscribe: (listener: () => void) => () => void
  /** Reads the document from this computer again. */
  reread: () => Promise<void>
  /** Asks the server for the document. */
  refresh: () => Promise<void>
  setRef: (ref: DocRef) => void
  /** Rebuilds the form for a changed schema, with the edits (F52). */
  setEntity: (entity: Collection | Global, asksServer: boolean) => Promise<void>
  /** Checks if a save would be done; if not, the first invalid field is shown. */
  check: (
    mode: 'save' | 'draft' | 'publish' | 'publish-locale',
    locale: string | null,
    beside?: string | null,
  ) => CheckOutcome
  /** See DocumentForm. */
  saveable: DocumentForm['saveable']
  /**
   * Waits until the document is saveable, validates, then queues the edits of all locales, with a publish by `mode`. `locale`: the current one.
   * `beside`: another one on the screen, validated too if it has edits.
   */
  save: (
    mode: 'save' | 'draft' | 'publish' | 'publish-locale',
    locale: string | null,
    beside?: string | null,
  ) => Promise<SaveOutcome>
  /** `unpublish-locale`: only that locale. */
  unpublish: (locale: string | null, mode?: 'unpublish' | 'unpublish-locale') => Promise<void>
  /**
   * Restores the published version, which only the server has, and queues its publish (M.08). Returns the
   * reason if that failed.
   */
  revertToPublished: (locale: string | null) => Promise<NotReverted | null>
  /** Discards everything that the server does not have; that may be the whole document. */
  discard: () => Promise<void>
  /** Discards everything unsent and queues the deletion. Returns the entry's key, or null if there is none. */
  remove: (locale: string | null) => Promise<string | null>
  /**
   * Creates a document from the one on the screen; returns its ref, or null if the edits could not be
   * written.
   */
  createAgain: (locale: string | null, file?: CopiedFile) => Promise<DocRef | null>
  /** Ends the session with the account: later writes would go into another account's database (SY2). */
  end: () => void
  /** Writes the draft, commits a pending autosave, and discards a new document without edits. */
  leave: (stillUnused: () => boolean) => Promise<void>
}

const isTemporary = (ref: DocRef): boolean => ref.kind === 'collection' && isTempId(ref.id)

type DocumentSessionOptions = {
  key: string
  bridge: Pick<GalleyBridge, 'call'>
  ref: DocRef
  entity: Collection | Global
  types: FieldTypes
  defaultLocale: string | null
  /** True if functions of the site decide about fields, so that the server is asked about the forms. */
  asksServer: boolean
  memory: DocumentMemory
  /** The document, if it was just read; it is ready at once then, and still read again. */
  view?: DocumentView | null
  /** Delays the reread of a document that is ready at once, so that its screen is drawn first. */
  afterFrame?: () => Promise<void>
  counts?: ErrorFilter
  onIdFound: (ref: DocRef) => void
  onJournal?: (state: JournalState) => void
}

/** Access of a session's parts to the document on this computer, and to the session's snapshot. */
type SessionAccess = {
  snapshots: SessionSnapshots
  /** Serializes the document's reads and writes. */
  queue: SerialQueue
  bridge: Pick<GalleyBridge, 'call'>
  /** Reads the document as stored on this computer. */
  get: () => Promise<DocumentView | null>
  /** True once the account has ended. */
  isEnded: () => boolean
}

export function createDocumentSession(options: DocumentSessionOptions): DocumentSession {
  const { key, bridge } = options
  const snapshots = createSessionSnapshots(options.ref)
  let ended = false
  const access: SessionAccess = {
    snapshots,
    queue: createSerialQueue(),
    bridge,
    get: () => bridge.call('documents.get', { ref: snapshots.get().ref }),
    isEnded: () => ended,
  }
  const forms = createSessionForms(access, options)
  const reader = createSessionReader(access, options, forms.formOf)
  reader.start()

  const saveable: DocumentForm['saveable'] = async () => snapshots.get().form?.saveable() ?? 'ready'

  const check: DocumentSession['check'] = (mode, locale, beside = null) => {
    const { form } = snapshots.get()
    if (!form) return { saved: false, locale }
    const first = firstInvalid(form, forms.entity(), mode, locale, beside)
    if (first === null) return { saved: true }
    form.inLocale(first.locale).show(first.path)
    return { saved: false, locale: first.locale }
  }

  return {
    key,
    getSnapshot: snapshots.get,
    subscribe: snapshots.subscribe,
    reread: reader.reread,
    refresh: reader.refresh,
    setRef(ref) {
      snapshots.get().form?.setRef(ref)
      snapshots.become({ ref })
    },
    setEntity: forms.setEntity,
    check,
    saveable,
    async save(mode, locale, beside = null) {
      const shown = shownRevision(snapshots.get().form)
      const held = await saveable()
      if (held !== 'ready') return { saved: false, held }
      const outcome = check(mode, locale, beside)
      if (!outcome.saved) return outcome
      return { saved: true, key: (await snapshots.get().form?.commit(mode, locale, shown)) ?? null }
    },
    ...sessionActions(access, reader.reread),
    end() {
      ended = true
      snapshots.get().form?.end()
    },
    leave: (stillUnused) => leave(access, stillUnused),
  }
}

type SessionSnapshots = {
  get: () => SessionSnapshot
  /** Replaces a part of the snapshot and tells the listeners. */
  become: (part: Partial<SessionSnapshot>) => void
  subscribe: (listener: () => void) => () => void
}

function createSessionSnapshots(ref: DocRef): SessionSnapshots {
  const listeners = new Set<() => void>()
  let snapshot: SessionSnapshot = {
    ref,
    status: 'loading',
    form: null,
    refreshed: null,
    message: '',
  }
  return {
    get: () => snapshot,
    become(part) {
      snapshot = { ...snapshot, ...part }
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Makes the session's forms: the first one, and another one when the schema has changed (F52). */
function createSessionForms(
  { snapshots, queue, bridge, get, isEnded }: SessionAccess,
  options: DocumentSessionOptions,
) {
  const { types, defaultLocale, memory, counts, onJournal } = options
  let { entity, asksServer } = options

  function formOf(view: DocumentView, edited?: readonly Change[]): DocumentForm {
    return createDocumentForm({
      entity,
      types,
      defaultLocale,
      memory,
      view: { ...view, ref: snapshots.get().ref },
      ...(edited && { edited }),
      queue,
      deps: {
        putDraft: async (input) => (isEnded() ? null : bridge.call('drafts.put', input)),
        readView: get,
        discardDocument: async (given) =>
          isEnded() ? null : bridge.call('documents.discard', { ref: given }),
        commitDraft: async (input) =>
          isEnded() ? { key: null, savedAt: null } : bridge.call('drafts.commit', input),
        ...(asksServer && {
          askServer: async ({ locale, data }) => {
            if (isEnded()) return { outcome: 'unavailable' }
            const { form, ref } = snapshots.get()
            const isNew = form?.getDocument().view.isNew ?? view.isNew
            return bridge.call('documents.formState', { ref, locale, isNew, data })
          },
        }),
        ...(onJournal ? { onJournal } : {}),
      },
      ...(counts ? { counts } : {}),
    })
  }

  async function setEntity(next: Collection | Global, asks: boolean): Promise<void> {
    asksServer = asks
    if (next === entity) return
    entity = next
    await followEntity()
  }

  async function followEntity(): Promise<void> {
    const old = snapshots.get().form
    if (old === null || old.entity === entity) return
    // Unwritten edits stay in their form until they are written.
    if (!(await old.flush())) return onceWritten(old, followEntity)
    await queue.run(async () => {
      const view = await get()
      if (view === null || snapshots.get().form !== old) return
      old.end()
      snapshots.become({ form: formOf(view, old.changes()) })
    })
  }

  return { entity: () => entity, formOf, setEntity }
}

/** Reads the document from this computer, and has the server asked for it. */
function createSessionReader(
  { snapshots, queue, bridge, get, isEnded }: SessionAccess,
  { view: known, afterFrame, onIdFound }: DocumentSessionOptions,
  formOf: (view: DocumentView) => DocumentForm,
) {
  const { become } = snapshots
  let reading = false
  let again = false

  /** Reads in the document's serial queue, so that each read contains all earlier commits. */
  async function reread(): Promise<void> {
    again = true
    if (reading) return
    reading = true
    try {
      while (again) {
        again = false
        await queue.run(async () => take(await get()))
      }
    } catch (error) {
      if (snapshots.get().form === null) become({ status: 'failed', message: messageOf(error) })
    } finally {
      reading = false
    }
  }

  function take(view: DocumentView | null): void {
    const { ref } = snapshots.get()
    if (view !== null) {
      // The address was old: the server id must find this session, not a second form of the document (SY8).
      if (isTemporary(ref) && !isTemporary(view.ref)) onIdFound(view.ref)
      const { form, status } = snapshots.get()
      if (form) {
        form.receive(view)
        if (status !== 'ready') become({ status: 'ready' })
      } else become({ form: formOf(view), status: 'ready' })
      return
    }
    // The document left this computer: deleted on the server, or never here. Unsaved edits stay on the screen.
    if (!snapshots.get().form?.getDocument().dirty) become({ status: 'missing', form: null })
  }

  async function refresh(): Promise<void> {
    try {
      become({ refreshed: await bridge.call('documents.refresh', { ref: snapshots.get().ref }) })
      if (snapshots.get().status === 'missing') await reread()
    } catch (error) {
      become({ refreshed: { outcome: 'failed', message: messageOf(error) } })
    }
  }

  async function begin(): Promise<void> {
    if (known) await afterFrame?.()
    if (isEnded()) return
    await reread()
    const { ref, status } = snapshots.get()
    if (status !== 'missing' || ref.kind !== 'collection' || !isTempId(ref.id)) return
    // The address is old and the document has its server id by now (SY8).
    const { ref: real } = await bridge.call('documents.resolveId', { ref })
    if (real.kind !== 'collection' || real.id === ref.id) return
    onIdFound(real)
    await reread()
  }

  function start(): void {
    if (known) take(known)
    void begin().catch((error: unknown) => become({ status: 'failed', message: messageOf(error) }))
  }

  return { reread, refresh, start }
}

/** Returns the first field that prevents a save, in all locales that the save checks; null if there is none. */
function firstInvalid(
  form: DocumentForm,
  entity: Collection | Global,
  mode: Parameters<DocumentSession['check']>[0],
  locale: string | null,
  beside: string | null,
): { path: string; locale: string | null } | null {
  // Text that is no value would silently be missing in the save (F50).
  const [text] = form.unreadable(locale)
  // One locale is published without the others.
  const isWhole = mode === 'save' || mode === 'publish'
  const isEditedBeside = isWhole && beside !== null && form.uncheckedLocales().has(beside)
  // A draft may be incomplete, unless the site validates drafts: then all edited locales are checked.
  const checksDraft = mode === 'draft' && entity.versions?.validatesDrafts === true
  const others = checksDraft ? [...form.uncheckedLocales()] : isEditedBeside ? [beside] : []
  const checked = mode === 'draft' && !checksDraft ? [] : [...new Set([locale, ...others])]
  // A document whose id is typed needs one even for a draft.
  const asksFor = asksForId(entity) && form.getDocument().view.isNew && checked.length === 0 ? ['id'] : []
  const wrongIn = (code: string | null, only?: string): { path: string; locale: string | null }[] => {
    const [path] = form.inLocale(code).validate(only)
    return path === undefined ? [] : [{ path, locale: code }]
  }
  const [invalid] = [
    ...checked.flatMap((code) => wrongIn(code)),
    ...asksFor.flatMap((name) => wrongIn(locale, name)),
  ]
  return text ?? invalid ?? null
}

/**
 * Returns the revision on the screen, which an action applies to even if a newer one arrives before it is
 * queued.
 */
function shownRevision(form: DocumentForm | null): string | null | undefined {
  return form?.getDocument().view.base.updatedAt
}

/** Returns the actions on the whole document. */
function sessionActions(
  { snapshots, queue, bridge }: SessionAccess,
  reread: () => Promise<void>,
): Pick<DocumentSession, 'unpublish' | 'revertToPublished' | 'discard' | 'remove' | 'createAgain'> {
  const formNow = (): DocumentForm | null => snapshots.get().form

  const shownNow = (): string | null | undefined => shownRevision(formNow())

  return {
    async unpublish(locale, mode = 'unpublish') {
      const shown = shownNow()
      await formNow()?.commit('draft', locale)
      // A changed schema may have replaced the form meanwhile.
      await formNow()?.commit(mode, locale, shown)
    },
    async revertToPublished(locale) {
      if (!formNow()) return null
      const shown = shownNow()
      const answer = await bridge.call('documents.published', { ref: snapshots.get().ref })
      if (answer.outcome !== 'done') return answer
      const form = formNow()
      if (!form) return null
      form.replaceContent(answer.data)
      await form.commit('publish', locale, shown)
      return null
    },
    async discard() {
      await formNow()?.discard()
      await reread()
    },
    async remove(locale) {
      const shown = shownNow()
      await formNow()?.discard()
      const deletion = (await formNow()?.commit('delete', locale, shown)) ?? null
      await reread()
      return deletion
    },
    async createAgain(locale, file) {
      const { form, ref } = snapshots.get()
      if (!form || !(await form.flush())) return null
      const isGone = form.getDocument().view.isGone
      const made = await queue.run(async () => {
        const answer = await bridge.call('documents.createAgain', { ref, locale, ...(file && { file }) })
        // The new document has the edits; the old one is gone.
        if (isGone) formNow()?.end()
        return answer.ref
      })
      if (isGone) snapshots.become({ status: 'missing', form: null })
      return made
    },
  }
}

/** Writes the draft, commits a pending autosave, and discards a new document without edits. */
async function leave(
  { snapshots, queue, bridge, get, isEnded }: SessionAccess,
  stillUnused: () => boolean,
): Promise<void> {
  const { form } = snapshots.get()
  if (!form || isEnded()) return
  await form.leave()
  const { view, dirty } = form.getDocument()
  if (!stillUnused() || !view.isNew || dirty || view.entries.length > 0) return
  const empty = await queue.run(async () => {
    const now = await get()
    return now !== null && now.isNew && now.entries.length === 0 && now.draft === null
  })
  if (empty && stillUnused()) await bridge.call('drafts.discard', { ref: snapshots.get().ref })
}

function onceWritten(form: DocumentForm, then: () => Promise<void>): void {
  const stop = form.subscribe(() => {
    if (form.getDocument().journal.kind !== 'written') return
    stop()
    void then().catch(() => undefined)
  })
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
