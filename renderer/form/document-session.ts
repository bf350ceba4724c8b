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
import { createSerialQueue } from '../../shared/serial-queue.ts'

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
export type SaveOutcome = { saved: true; key: string | null } | Extract<CheckOutcome, { saved: false }>

/** Reason that a document was not reverted. */
export type NotReverted = Exclude<CallOutput<'documents.published'>, { outcome: 'done' }>

/** One open document: reads it, keeps its form up to date, and closes it without losing edits. */
export type DocumentSession = {
  /** The same while the document is open, even when it gets its server id. */
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
  /**
   * Saves all locales. `locale`: the current one. `beside`: another one on the screen, validated too if it has edits.
   */
  save: (
    mode: 'save' | 'draft' | 'publish' | 'publish-locale',
    locale: string | null,
    beside?: string | null,
  ) => Promise<SaveOutcome>
  /** `unpublish-locale`: only that locale. */
  unpublish: (locale: string | null, mode?: 'unpublish' | 'unpublish-locale') => Promise<void>
  /**
   * Restores the published version and queues its publish; returns the reason if that failed. It needs the server,
   * which has to be asked for that version (M.08).
   */
  revertToPublished: (locale: string | null) => Promise<NotReverted | null>
  /** Discards everything that the server does not have; that may be the whole document. */
  discard: () => Promise<void>
  /** Discards the edits and queues the deletion. Returns the entry's key, or null if there is none. */
  remove: (locale: string | null) => Promise<string | null>
  /** Creates a new document from the one on the screen and returns its ref. `file`: see `documents.createAgain`. */
  createAgain: (locale: string | null, file?: CopiedFile) => Promise<DocRef | null>
  /** Ends the session with the account: later writes would go into another account's database (SY2). */
  end: () => void
  /** Writes the draft, commits a pending autosave, and discards a new document without edits. */
  leave: (stillUnused: () => boolean) => Promise<void>
}

const isTemporary = (ref: DocRef): boolean => ref.kind === 'collection' && isTempId(ref.id)

export function createDocumentSession(options: {
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
}): DocumentSession {
  const { key, bridge, types, defaultLocale, memory, onIdFound, onJournal } = options
  const queue = createSerialQueue()
  const listeners = new Set<() => void>()
  let snapshot: SessionSnapshot = {
    ref: options.ref,
    status: 'loading',
    form: null,
    refreshed: null,
    message: '',
  }
  let { entity, asksServer } = options
  let reading = false
  let again = false
  let ended = false

  function become(part: Partial<SessionSnapshot>): void {
    snapshot = { ...snapshot, ...part }
    for (const listener of listeners) listener()
  }

  /** The revision on the screen: an action is about that one, whatever arrives before it is queued. */
  const shownNow = (): string | null | undefined => snapshot.form?.getDocument().view.base.updatedAt

  const get = () => bridge.call('documents.get', { ref: snapshot.ref })

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
      if (snapshot.form === null) become({ status: 'failed', message: messageOf(error) })
    } finally {
      reading = false
    }
  }

  function take(view: DocumentView | null): void {
    if (view !== null) {
      // The address was old: the server id must find this session, not a second form of the document (SY8).
      if (isTemporary(snapshot.ref) && !isTemporary(view.ref)) onIdFound(view.ref)
      if (snapshot.form) {
        snapshot.form.receive(view)
        if (snapshot.status !== 'ready') become({ status: 'ready' })
      } else become({ form: formOf(view), status: 'ready' })
      return
    }
    // The document left this computer: deleted on the server, or never here. Unsaved edits stay on the screen.
    if (!snapshot.form?.getDocument().dirty) become({ status: 'missing', form: null })
  }

  function formOf(view: DocumentView, edited?: readonly Change[]): DocumentForm {
    const { counts } = options
    return createDocumentForm({
      entity,
      types,
      defaultLocale,
      memory,
      view: { ...view, ref: snapshot.ref },
      ...(edited && { edited }),
      queue,
      deps: {
        putDraft: async (input) => (ended ? null : bridge.call('drafts.put', input)),
        readView: get,
        discardDocument: async (given) => (ended ? null : bridge.call('documents.discard', { ref: given })),
        commitDraft: async (input) =>
          ended ? { key: null, savedAt: null } : bridge.call('drafts.commit', input),
        ...(asksServer && {
          askServer: async ({ locale, data }) => {
            if (ended) return { outcome: 'unavailable' }
            const isNew = snapshot.form?.getDocument().view.isNew ?? view.isNew
            return bridge.call('documents.formState', { ref: snapshot.ref, locale, isNew, data })
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
    const old = snapshot.form
    if (old === null || old.entity === entity) return
    // Unwritten edits stay in their form until they are written.
    if (!(await old.flush())) return onceWritten(old, followEntity)
    await queue.run(async () => {
      const view = await get()
      if (view === null || snapshot.form !== old) return
      old.end()
      become({ form: formOf(view, old.changes()) })
    })
  }

  async function refresh(): Promise<void> {
    try {
      become({ refreshed: await bridge.call('documents.refresh', { ref: snapshot.ref }) })
      if (snapshot.status === 'missing') await reread()
    } catch (error) {
      become({ refreshed: { outcome: 'failed', message: messageOf(error) } })
    }
  }

  async function begin(): Promise<void> {
    if (options.view) await options.afterFrame?.()
    if (ended) return
    await reread()
    const { ref } = snapshot
    if (snapshot.status !== 'missing' || ref.kind !== 'collection' || !isTempId(ref.id)) return
    // The address is old and the document has its server id by now (SY8).
    const { ref: real } = await bridge.call('documents.resolveId', { ref })
    if (real.kind !== 'collection' || real.id === ref.id) return
    onIdFound(real)
    await reread()
  }

  const check: DocumentSession['check'] = (mode, locale, beside = null) => {
    const { form } = snapshot
    if (!form) return { saved: false, locale }
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
    const first = text ?? invalid ?? null
    if (first !== null) {
      form.inLocale(first.locale).show(first.path)
      return { saved: false, locale: first.locale }
    }
    return { saved: true }
  }

  if (options.view) take(options.view)
  void begin().catch((error: unknown) => become({ status: 'failed', message: messageOf(error) }))

  return {
    key,
    getSnapshot: () => snapshot,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    reread,
    refresh,
    setRef(ref) {
      snapshot.form?.setRef(ref)
      become({ ref })
    },
    setEntity,
    check,
    async save(mode, locale, beside = null) {
      const outcome = check(mode, locale, beside)
      if (!outcome.saved) return outcome
      return { saved: true, key: (await snapshot.form?.commit(mode, locale)) ?? null }
    },
    async unpublish(locale, mode = 'unpublish') {
      const shown = shownNow()
      await snapshot.form?.commit('draft', locale)
      // A changed schema may have replaced the form meanwhile.
      await snapshot.form?.commit(mode, locale, shown)
    },
    async revertToPublished(locale) {
      if (!snapshot.form) return null
      const shown = shownNow()
      const answer = await bridge.call('documents.published', { ref: snapshot.ref })
      if (answer.outcome !== 'done') return answer
      const { form } = snapshot
      if (!form) return null
      form.replaceContent(answer.data)
      await form.commit('publish', locale, shown)
      return null
    },
    async discard() {
      await snapshot.form?.discard()
      await reread()
    },
    async remove(locale) {
      const shown = shownNow()
      await snapshot.form?.discard()
      const deletion = (await snapshot.form?.commit('delete', locale, shown)) ?? null
      await reread()
      return deletion
    },
    async createAgain(locale, file) {
      const { form, ref } = snapshot
      if (!form || !(await form.flush())) return null
      const isGone = form.getDocument().view.isGone
      const made = await queue.run(async () => {
        const answer = await bridge.call('documents.createAgain', { ref, locale, ...(file && { file }) })
        // The new document has the edits; the old one is gone.
        if (isGone) snapshot.form?.end()
        return answer.ref
      })
      if (isGone) become({ status: 'missing', form: null })
      return made
    },
    end() {
      ended = true
      snapshot.form?.end()
    },
    async leave(stillUnused) {
      const { form } = snapshot
      if (!form || ended) return
      await form.leave()
      const { view, dirty } = form.getDocument()
      if (!stillUnused() || !view.isNew || dirty || view.entries.length > 0) return
      const empty = await queue.run(async () => {
        const now = await get()
        return now !== null && now.isNew && now.entries.length === 0 && now.draft === null
      })
      if (empty && stillUnused()) await bridge.call('drafts.discard', { ref: snapshot.ref })
    },
  }
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
