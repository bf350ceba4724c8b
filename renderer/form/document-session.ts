import type { DocRef } from '../../shared/cms/doc-ref.ts'
import type { Collection, Global } from '../../shared/cms/schema-model.ts'
import type { Change } from '../../shared/document/change.ts'
import type { FieldTypes } from '../../shared/fields/field-type.ts'
import type { CallOutput, CopiedFile, DocumentView, GalleyBridge, RefreshResult } from '../../shared/ipc.ts'
import { asksForId } from '../../shared/cms/own-id.ts'
import { isTempId } from '../../shared/sync/temp-id.ts'
import { createDocumentForm, type DocumentForm, type DocumentMemory } from './document-form.ts'
import type { ErrorFilter } from './form-errors.ts'
import type { JournalState } from './journal.ts'
import { createSerialQueue } from '../../shared/serial-queue.ts'

export type SessionSnapshot = {
  ref: DocRef
  /** loading: being read from this computer; missing: not on this computer; failed: it could not be read. */
  status: 'loading' | 'ready' | 'missing' | 'failed'
  form: DocumentForm | null
  /** What the server said when it was last asked for this document; null: it has not answered yet. */
  refreshed: RefreshResult | null
  /** Why it could not be read. */
  message: string
}

/** `saved: false`: fields are not valid, nothing was done, and the first is shown in `locale`. */
export type CheckOutcome = { saved: true } | { saved: false; locale: string | null }

/** `key`: of the entry that was queued; null if nothing had to be. */
export type SaveOutcome = { saved: true; key: string | null } | Extract<CheckOutcome, { saved: false }>

/** Why a document was not reverted. */
export type NotReverted = Exclude<CallOutput<'documents.published'>, { outcome: 'done' }>

/** One open document: reads it, keeps its form up to date, and ends it without losing anything. */
export type DocumentSession = {
  /** The same for as long as the document is open, also when it gets its real id. */
  readonly key: string
  getSnapshot: () => SessionSnapshot
  subscribe: (listener: () => void) => () => void
  /** Reads it again from this computer. */
  reread: () => Promise<void>
  /** Asks the server for it. */
  refresh: () => Promise<void>
  setRef: (ref: DocRef) => void
  /** The site's schema changed: the form is made anew by it, over what was typed (F52). */
  setEntity: (entity: Collection | Global, asksServer: boolean) => Promise<void>
  /** Whether a save would be done; where not, the first field that is wrong is shown. */
  check: (
    mode: 'save' | 'draft' | 'publish' | 'publish-locale',
    locale: string | null,
    beside?: string | null,
  ) => CheckOutcome
  /**
   * Saves, all locales. `locale`: the one that the person is in. `beside`: another one that is on the screen; it is
   * checked, too, where anything was edited in it.
   */
  save: (
    mode: 'save' | 'draft' | 'publish' | 'publish-locale',
    locale: string | null,
    beside?: string | null,
  ) => Promise<SaveOutcome>
  /** `unpublish-locale`: that one alone. */
  unpublish: (locale: string | null, mode?: 'unpublish' | 'unpublish-locale') => Promise<void>
  /**
   * Makes the document again what the site shows of it, and queues that to be published; the answer is what kept it
   * from being done, where something did. The published one has to be asked for, so that this needs the server (M.08).
   */
  revertToPublished: (locale: string | null) => Promise<NotReverted | null>
  /** Gives up everything of it that the server does not have; the whole document where that is all of it. */
  discard: () => Promise<void>
  /** Gives up what was typed and queues its deletion. Answers the key of that entry; null: there is none. */
  remove: (locale: string | null) => Promise<string | null>
  /** Makes a new document of what is on the screen; the answer is its name. `file`: see `documents.createAgain`. */
  createAgain: (locale: string | null, file?: CopiedFile) => Promise<DocRef | null>
  /** The account ended: nothing may be written any more, it would go into another account's database (SY2). */
  end: () => void
  /** Writes what was typed, hands over what autosave would, and drops a new document that was never touched. */
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
  /** Functions of the site decide about fields of this entity: the server is asked about its forms. */
  asksServer: boolean
  memory: DocumentMemory
  /** The document, where it has just been read; it is ready at once then, and read again all the same. */
  view?: DocumentView | null
  /** Waited for before a document that is ready at once is read again: its screen comes first. */
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

  /** The revision on the screen: what a person asks for is asked of that one, whatever comes before it is queued. */
  const shownNow = (): string | null | undefined => snapshot.form?.getDocument().view.base.updatedAt

  const get = () => bridge.call('documents.get', { ref: snapshot.ref })

  /** Reads go through the document's serial queue, so that what is read holds every commit made before. */
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
      // An old address: whoever opens the real one is to find this session, and no second form of the document (SY8).
      if (isTemporary(snapshot.ref) && !isTemporary(view.ref)) onIdFound(view.ref)
      if (snapshot.form) {
        snapshot.form.receive(view)
        if (snapshot.status !== 'ready') become({ status: 'ready' })
      } else become({ form: formOf(view), status: 'ready' })
      return
    }
    // Forgotten on this computer: gone on the server, or never here. What was typed stays on the screen.
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
    // What could not be written stays in the form that has it, until it is.
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
    // An old address of a document that has its real id by now (SY8).
    const { ref: real } = await bridge.call('documents.resolveId', { ref })
    if (real.kind !== 'collection' || real.id === ref.id) return
    onIdFound(real)
    await reread()
  }

  const check: DocumentSession['check'] = (mode, locale, beside = null) => {
    const { form } = snapshot
    if (!form) return { saved: false, locale }
    // A text that is no value would be missing without a word in what is saved (F50).
    const [text] = form.unreadable(locale)
    // One locale is published without the others.
    const isWhole = mode === 'save' || mode === 'publish'
    const isEditedBeside = isWhole && beside !== null && form.uncheckedLocales().has(beside)
    // A draft may be incomplete, unless the site says otherwise: with all that is edited, in whatever locale.
    const checksDraft = mode === 'draft' && entity.versions?.validatesDrafts === true
    const others = checksDraft ? [...form.uncheckedLocales()] : isEditedBeside ? [beside] : []
    const checked = mode === 'draft' && !checksDraft ? [] : [...new Set([locale, ...others])]
    // The id that a person gives it makes a document of it: without one there is not even a draft.
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
      // By another schema there may be another form since.
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
        // What was typed is in the new document; the old one is not here any more.
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
