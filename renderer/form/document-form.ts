import { sameRef, type DocRef } from '../../shared/cms/doc-ref.ts'
import type { Collection, Global } from '../../shared/cms/schema-model.ts'
import type { Change } from '../../shared/document/change.ts'
import type { CallInput, DocumentView } from '../../shared/ipc.ts'
import type { Json, JsonObject } from '../../shared/json.ts'
import type { WriteMode } from '../../shared/sync/entry.ts'
import { documentState } from '../../shared/sync/queue.ts'
import { createAutosave } from './autosave.ts'
import { createEditLayers, type ServerAdjusted } from './edit-layers.ts'
import { formFields } from './field-paths.ts'
import { queuedStates } from './field-states.ts'
import { createFormErrors, type ErrorFilter } from './form-errors.ts'
import { createFormReaders } from './form-readers.ts'
import type { FieldMark, FieldSnapshot, FormSnapshot, ShownError } from './form-snapshot.ts'
import { createJournal, type JournalState } from './journal.ts'
import { createSerialQueue, type SerialQueue } from './serial-queue.ts'

/** What the form needs of main. */
export type FormDeps = {
  putDraft: (input: CallInput<'drafts.put'>) => Promise<unknown>
  commitDraft: (input: CallInput<'drafts.commit'>) => Promise<{ key: string | null }>
  /** Called with what became of what was typed, whenever that changes. */
  onJournal?: (state: JournalState) => void
}

export type DocumentForm = {
  readonly locale: string | null
  readonly entity: Collection | Global
  getRef: () => DocRef
  /** The document got its real id (SY8). */
  setRef: (ref: DocRef) => void
  getField: (path: string) => FieldSnapshot
  subscribeField: (path: string, listener: () => void) => () => void
  setField: (path: string, value: Json) => void
  /** A field lost the focus: what was typed is written at once (SY1). */
  blur: () => void
  getForm: () => FormSnapshot
  subscribe: (listener: () => void) => () => void
  changes: () => Change[]
  /** The document as it is on the screen, in all locales. */
  data: () => JsonObject
  /** Takes a newer view, read in the document's serial queue. What is being edited stays as it is. */
  receive: (view: DocumentView) => void
  adjustToServer: (items: readonly ServerAdjusted[]) => void
  /** Checks everything (only for save and publish); marks the fields and answers the invalid paths in order. */
  validate: () => string[]
  /** Brings a field into view. */
  show: (path: string) => void
  /**
   * Queues the edits in the outbox. Answers the entry's key, null where there was nothing to do.
   * @throws what main said; the edits are still there then
   */
  commit: (mode: WriteMode) => Promise<string | null>
  /** Writes what was typed. False: it could not be written. */
  flush: () => Promise<boolean>
  /** The form goes off the screen: journal and, where the document has autosave, the outbox get everything now. */
  leave: () => Promise<void>
}

/** What is something to do also without an edit. */
const MODES_OF_THEIR_OWN: ReadonlySet<WriteMode> = new Set(['publish', 'unpublish', 'delete'])

const UNTOUCHED: FieldSnapshot = { value: null, mark: 'none', since: null, error: null }

/**
 * The form of one document in one locale. A keystroke touches one field's listeners and, when something about the
 * whole form changes, the form's; it never goes through React state above the field.
 */
export function createDocumentForm(options: {
  entity: Collection | Global
  view: DocumentView
  locale: string | null
  deps: FormDeps
  /** Shared by all forms of the document, so that its drafts are written and read in order. */
  queue?: SerialQueue
  /** Whether this error is for the form to complain about; others are left to the server's own check. */
  counts?: ErrorFilter
}): DocumentForm {
  const { entity, locale, deps, queue = createSerialQueue(), counts = () => true } = options
  const all = formFields(entity.fields)
  const layers = createEditLayers({ fields: entity.fields, locale, view: options.view })
  let ref = options.view.ref
  const formerRefs: DocRef[] = []
  let queued = queuedStates(all, options.view, locale)
  const errors = createFormErrors({
    entity,
    all,
    locale,
    counts,
    data: layers.data,
    value: layers.value,
  })
  const updated = new Set<string>()
  /** Server's words at fields that were edited since: they are no longer about what is there. */
  const answered = new Set<string>()
  let reveal: FormSnapshot['reveal'] = null

  const readers = createFormReaders({ field: takeField, form: takeForm })
  const journal = createJournal({
    write: () =>
      queue.run(async () => {
        await deps.putDraft({ ref, locale, changes: layers.changes() })
      }),
    onState: () => {
      deps.onJournal?.(journal.state())
      readers.formChanged()
    },
  })
  const interval = entity.versions?.drafts ? entity.versions.autosaveInterval : null
  const autosave = createAutosave({ interval, save: () => commit('autosave') })
  // A draft found in the journal waits for its autosave like one typed now.
  if (layers.pending()) autosave.changed()

  function errorAt(path: string): ShownError | null {
    const error = errors.at(path)
    if (error) return { by: 'form', error }
    return answered.has(path) ? null : (queued.get(path)?.refused ?? null)
  }

  function takeField(path: string): FieldSnapshot {
    const value = layers.value(path)
    const error = errorAt(path)
    const waits = queued.get(path)
    const mark: FieldMark = error
      ? 'invalid'
      : waits?.conflict
        ? 'conflict'
        : layers.edited(path)
          ? 'edited'
          : waits?.waitingSince
            ? 'waiting'
            : updated.has(path)
              ? 'updated'
              : 'none'
    if (value === null && mark === 'none') return UNTOUCHED
    return { value, mark, since: mark === 'waiting' ? (waits?.waitingSince ?? null) : null, error }
  }

  function takeForm(): FormSnapshot {
    const view = layers.view()
    const dirty = layers.pending()
    const otherDrafts = view.drafts.some((draft) => draft.locale !== locale && draft.changes.length > 0)
    const state = documentState(view.entries, dirty || otherDrafts, view.isNew)
    return {
      view,
      state: journal.state().kind === 'written' ? state : 'edited',
      journal: journal.state(),
      dirty: dirty || otherDrafts,
      invalid: [...all.keys()].filter((path) => errorAt(path) !== null),
      reveal,
    }
  }

  function typed(): void {
    journal.changed()
    autosave.changed()
  }

  function commit(mode: WriteMode): Promise<string | null> {
    autosave.cancel()
    return queue.run(async () => {
      if (layers.changes().length === 0 && !MODES_OF_THEIR_OWN.has(mode) && !layers.view().isNew) return null
      const upTo = journal.revision()
      const taken = layers.beginCommit()
      const { changes } = taken
      try {
        const { key } = await deps.commitDraft({ ref, locale, changes, mode })
        layers.endCommit(taken)
        journal.settled(upTo)
        readers.formChanged()
        return key
      } catch (error) {
        layers.cancelCommit(taken)
        if (changes.length > 0) typed()
        throw error
      } finally {
        readers.allChanged()
      }
    })
  }

  return {
    locale,
    entity,
    getRef: () => ref,
    setRef(next) {
      formerRefs.push(ref)
      ref = next
    },
    getField: readers.getField,
    subscribeField: readers.subscribeField,
    setField(path, value) {
      layers.set(path, value)
      updated.delete(path)
      answered.add(path)
      errors.edited(path)
      typed()
      readers.fieldChanged(path)
      readers.formChanged()
    },
    blur: () => void journal.flush(),
    getForm: readers.getForm,
    subscribe: readers.subscribe,
    changes: layers.changes,
    data: layers.data,
    receive(view) {
      const before = layers.view()
      const result = layers.receive(view)
      for (const path of result.updated) updated.add(path)
      queued = queuedStates(all, view, locale)
      if (refusals(view) !== refusals(before)) answered.clear()
      // The journal still has what turned out to be done: it is written anew without it.
      if (result.dropped) journal.changed()
      readers.allChanged()
    },
    adjustToServer(items) {
      const mine = items.filter((item) => [ref, ...formerRefs].some((one) => sameRef(item.ref, one)))
      if (mine.length > 0 && layers.adjustToServer(mine)) journal.changed()
      readers.allChanged()
    },
    validate() {
      const invalid = errors.check()
      readers.allChanged()
      return invalid
    },
    show(path) {
      reveal = { path, requestId: (reveal?.requestId ?? 0) + 1 }
      readers.formChanged()
    },
    commit,
    flush: journal.flush,
    async leave() {
      await journal.flush()
      await autosave.now()
    },
  }
}

/** Which entries are parked, and how: new words of the server are shown also where older ones were answered. */
function refusals(view: DocumentView): string {
  return view.entries
    .filter((entry) => entry.state === 'parked')
    .map((entry) => `${entry.key} ${entry.updatedAt} ${entry.attempts}`)
    .join()
}
