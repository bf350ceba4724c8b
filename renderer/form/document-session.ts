import type { DocRef } from '../../shared/cms/doc-ref.ts'
import type { Collection, Global } from '../../shared/cms/schema-model.ts'
import type { DocumentView, GalleyBridge, RefreshResult } from '../../shared/ipc.ts'
import { isTempId } from '../../shared/sync/temp-id.ts'
import { createDocumentForm, type DocumentForm } from './document-form.ts'
import type { ErrorFilter } from './form-errors.ts'
import type { ServerAdjusted } from './edit-layers.ts'
import type { JournalState } from './journal.ts'
import type { SerialQueue } from './serial-queue.ts'

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

/** One open document in one locale: reads it, keeps its form up to date, and ends it without losing anything. */
export type DocumentSession = {
  /** The same for as long as the document is open, also when it gets its real id. */
  readonly key: string
  getSnapshot: () => SessionSnapshot
  subscribe: (listener: () => void) => () => void
  /** Reads it again from this computer. */
  reread: () => Promise<void>
  /** Asks the server for it. */
  refresh: () => Promise<void>
  adjustToServer: (items: readonly ServerAdjusted[]) => void
  setRef: (ref: DocRef) => void
  /** Saves: the drafts of other locales first, then this one. False: fields are not valid and nothing was done. */
  save: (mode: 'save' | 'draft' | 'publish') => Promise<boolean>
  unpublish: () => Promise<void>
  /** The account ended: nothing may be written any more, it would go into another account's database (SY2). */
  end: () => void
  /** Writes what was typed, hands over what autosave would, and drops a new document that was never touched. */
  leave: (stillUnused: () => boolean) => Promise<void>
}

export function createDocumentSession(options: {
  key: string
  bridge: Pick<GalleyBridge, 'call'>
  ref: DocRef
  entity: Collection | Global
  locale: string | null
  queue: SerialQueue
  /** The document, where it has just been read; it is ready at once then, and read again all the same. */
  view?: DocumentView | null
  counts?: ErrorFilter
  onIdFound: (ref: DocRef) => void
  onJournal?: (state: JournalState) => void
}): DocumentSession {
  const { key, bridge, entity, locale, queue, onIdFound, onJournal } = options
  const listeners = new Set<() => void>()
  let snapshot: SessionSnapshot = {
    ref: options.ref,
    status: 'loading',
    form: null,
    refreshed: null,
    message: '',
  }
  let reading = false
  let again = false
  let ended = false

  function become(part: Partial<SessionSnapshot>): void {
    snapshot = { ...snapshot, ...part }
    for (const listener of listeners) listener()
  }

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
      if (snapshot.form) {
        snapshot.form.receive(view)
        if (snapshot.status !== 'ready') become({ status: 'ready' })
      } else {
        const { counts } = options
        const form = createDocumentForm({
          entity,
          view: { ...view, ref: snapshot.ref },
          locale,
          queue,
          deps: {
            putDraft: async (input) => (ended ? null : bridge.call('drafts.put', input)),
            commitDraft: async (input) => (ended ? { key: null } : bridge.call('drafts.commit', input)),
            ...(onJournal ? { onJournal } : {}),
          },
          ...(counts ? { counts } : {}),
        })
        become({ form, status: 'ready' })
      }
      return
    }
    // Forgotten on this computer: gone on the server, or never here. What was typed stays on the screen.
    if (!snapshot.form?.getForm().dirty) become({ status: 'missing', form: null })
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
    await reread()
    const { ref } = snapshot
    if (snapshot.status !== 'missing' || ref.kind !== 'collection' || !isTempId(ref.id)) return
    // An old address of a document that has its real id by now (SY8).
    const { ref: real } = await bridge.call('documents.resolveId', { ref })
    if (real.kind !== 'collection' || real.id === ref.id) return
    onIdFound(real)
    await reread()
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
    adjustToServer: (items) => snapshot.form?.adjustToServer(items),
    setRef(ref) {
      snapshot.form?.setRef(ref)
      become({ ref })
    },
    async save(mode) {
      const { form } = snapshot
      if (!form) return false
      if (mode !== 'draft') {
        const [first] = form.validate()
        if (first !== undefined) {
          form.show(first)
          return false
        }
      }
      await commitOtherLocales(mode === 'save' ? 'save' : 'draft')
      await form.commit(mode)
      return true
    },
    async unpublish() {
      const { form } = snapshot
      if (!form) return
      await commitOtherLocales('draft')
      await form.commit('draft')
      await form.commit('unpublish')
    },
    end() {
      ended = true
    },
    async leave(stillUnused) {
      const { form } = snapshot
      if (!form || ended) return
      await form.leave()
      const { view, dirty } = form.getForm()
      if (!stillUnused() || !view.isNew || dirty || view.entries.length > 0) return
      const empty = await queue.run(async () => {
        const now = await get()
        return (
          now !== null &&
          now.isNew &&
          now.entries.length === 0 &&
          now.drafts.every((one) => one.changes.length === 0)
        )
      })
      if (empty && stillUnused()) await bridge.call('drafts.discard', { ref: snapshot.ref, locale })
    },
  }

  /** What was typed in another locale before belongs to the same document: it is saved with it, in its own entry. */
  async function commitOtherLocales(mode: 'save' | 'draft'): Promise<void> {
    await queue.run(async () => {
      for (const draft of await bridge.call('drafts.list', { ref: snapshot.ref })) {
        if (draft.locale === locale || draft.changes.length === 0) continue
        await bridge.call('drafts.commit', {
          ref: snapshot.ref,
          locale: draft.locale,
          changes: draft.changes,
          mode,
        })
      }
    })
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
