import { sameRef, type DocRef } from '../../shared/cms/doc-ref.ts'
import type { Collection, Global } from '../../shared/cms/schema-model.ts'
import type { Change } from '../../shared/document/change.ts'
import type { FieldError } from '../../shared/document/validation/field-error.ts'
import { validateDocument } from '../../shared/document/validation/validate-document.ts'
import { validateField } from '../../shared/document/validation/validate-field.ts'
import type { CallInput, DocumentView } from '../../shared/ipc.ts'
import { sameJson, type Json, type JsonObject } from '../../shared/json.ts'
import type { DocState, WriteMode } from '../../shared/sync/entry.ts'
import { documentState } from '../../shared/sync/queue.ts'
import { createAutosave } from './autosave.ts'
import { createEditLayers, type Normalised } from './edit-layers.ts'
import { formFields, owningField, pathsTouch, type FormField } from './field-paths.ts'
import { queuedStates } from './field-states.ts'
import { createJournal, type JournalState } from './journal.ts'
import { createLane, type Lane } from './lane.ts'

/** What the form needs of main. */
export type FormDeps = {
  putDraft: (input: CallInput<'drafts.put'>) => Promise<unknown>
  commitDraft: (input: CallInput<'drafts.commit'>) => Promise<{ key: string | null }>
}

/** Why a field is not valid: found here, or in the server's words. */
export type ShownError = { by: 'form'; error: FieldError } | { by: 'server'; message: string }

export type FieldMark = 'none' | 'edited' | 'waiting' | 'conflict' | 'invalid' | 'updated'

export type FieldSnapshot = {
  value: Json
  mark: FieldMark
  /** When the waiting edit was made. */
  since: string | null
  error: ShownError | null
}

export type FormSnapshot = {
  view: DocumentView
  /** The one state line (SY16); `edited` until what was typed is durable. */
  state: DocState | 'edited'
  journal: JournalState
  /** There are edits that no outbox entry has yet. */
  dirty: boolean
  /** Paths of the fields that are not valid. */
  invalid: readonly string[]
  /** The field to bring into view and focus; `turn` moves with each request. */
  reveal: { path: string; turn: number } | null
}

export type ErrorFilter = (field: FormField, error: FieldError) => boolean

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
  /** Takes a newer view, read in the document's lane. What is being edited stays as it is. */
  receive: (view: DocumentView) => void
  normalise: (items: readonly Normalised[]) => void
  /** Checks everything (only for save and publish); marks the fields and answers the invalid paths in order. */
  validate: () => string[]
  /** Brings a field into view. */
  show: (path: string) => void
  /**
   * Hands the edits to the outbox. Answers the entry's key, null where there was nothing to do.
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
  lane?: Lane
  /** Whether this error is for the form to complain about; others are left to the server's own check. */
  counts?: ErrorFilter
}): DocumentForm {
  const { entity, locale, deps, lane = createLane(), counts = () => true } = options
  const all = formFields(entity.fields)
  const layers = createEditLayers({ fields: entity.fields, locale, view: options.view })
  let ref = options.view.ref
  const formerRefs: DocRef[] = []
  let queued = queuedStates(all, options.view, locale)
  const found = new Map<string, FieldError>()
  const updated = new Set<string>()
  /** Server's words at fields that were edited since: they are no longer about what is there. */
  const answered = new Set<string>()
  let reveal: FormSnapshot['reveal'] = null

  const fieldListeners = new Map<string, Set<() => void>>()
  const formListeners = new Set<() => void>()
  const fieldSnapshots = new Map<string, FieldSnapshot>()
  let formSnapshot: FormSnapshot | null = null

  const journal = createJournal({
    write: () =>
      lane.run(async () => {
        await deps.putDraft({ ref, locale, changes: layers.changes() })
      }),
    onState: () => formChanged(),
  })
  const interval = entity.versions?.drafts ? entity.versions.autosaveInterval : null
  const autosave = createAutosave({ interval, save: () => commit('autosave') })
  // A draft found in the journal waits for its autosave like one typed now.
  if (layers.pending()) autosave.changed()

  function fieldChanged(path: string): void {
    for (const [other, listeners] of fieldListeners) {
      if (!pathsTouch(other, path)) continue
      fieldSnapshots.delete(other)
      for (const listener of listeners) listener()
    }
    for (const other of fieldSnapshots.keys()) if (pathsTouch(other, path)) fieldSnapshots.delete(other)
  }

  function allChanged(): void {
    const before = new Map(fieldSnapshots)
    fieldSnapshots.clear()
    for (const [path, old] of before) {
      const next = takeField(path)
      const same = sameSnapshot(old, next)
      fieldSnapshots.set(path, same ? old : next)
      if (!same) for (const listener of fieldListeners.get(path) ?? []) listener()
    }
    formChanged()
  }

  function formChanged(): void {
    const before = formSnapshot
    formSnapshot = null
    if (before === null) return
    const next = getForm()
    if (sameForm(before, next)) formSnapshot = before
    else for (const listener of formListeners) listener()
  }

  function errorAt(path: string): ShownError | null {
    const error = found.get(path)
    if (error) return { by: 'form', error }
    const message = answered.has(path) ? null : (queued.get(path)?.refused ?? null)
    return message === null ? null : { by: 'server', message }
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

  function getField(path: string): FieldSnapshot {
    let snapshot = fieldSnapshots.get(path)
    if (!snapshot) {
      snapshot = takeField(path)
      fieldSnapshots.set(path, snapshot)
    }
    return snapshot
  }

  function getForm(): FormSnapshot {
    if (formSnapshot) return formSnapshot
    const view = layers.view()
    const dirty = layers.pending()
    const otherDrafts = view.drafts.some((draft) => draft.locale !== locale && draft.changes.length > 0)
    const state = documentState(view.entries, dirty || otherDrafts, view.isNew)
    formSnapshot = {
      view,
      state: journal.state().kind === 'written' ? state : 'edited',
      journal: journal.state(),
      dirty: dirty || otherDrafts,
      invalid: [...all.keys()].filter((path) => errorAt(path) !== null),
      reveal,
    }
    return formSnapshot
  }

  function typed(): void {
    journal.changed()
    autosave.changed()
  }

  function commit(mode: WriteMode): Promise<string | null> {
    autosave.cancel()
    return lane.run(async () => {
      if (layers.changes().length === 0 && !MODES_OF_THEIR_OWN.has(mode) && !layers.view().isNew) return null
      const upTo = journal.revision()
      const taken = layers.beginCommit()
      const { changes } = taken
      try {
        const { key } = await deps.commitDraft({ ref, locale, changes, mode })
        layers.endCommit(taken)
        journal.settled(upTo)
        formChanged()
        return key
      } catch (error) {
        layers.cancelCommit(taken)
        if (changes.length > 0) typed()
        throw error
      } finally {
        allChanged()
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
    getField,
    subscribeField(path, listener) {
      const listeners = fieldListeners.get(path) ?? new Set()
      fieldListeners.set(path, listeners)
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0 && fieldListeners.get(path) === listeners) fieldListeners.delete(path)
      }
    },
    setField(path, value) {
      layers.set(path, value)
      updated.delete(path)
      answered.add(path)
      recheck(path)
      typed()
      fieldChanged(path)
      formChanged()
    },
    blur: () => void journal.flush(),
    getForm,
    subscribe(listener) {
      formListeners.add(listener)
      return () => formListeners.delete(listener)
    },
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
      allChanged()
    },
    normalise(items) {
      const mine = items.filter((item) => [ref, ...formerRefs].some((one) => sameRef(item.ref, one)))
      if (mine.length > 0 && layers.normalise(mine)) journal.changed()
      allChanged()
    },
    validate() {
      found.clear()
      for (const { path, ...error } of validateDocument(entity.fields, layers.data(), locale)) {
        const field: FormField | null = owningField(all, path)
        // Of an array or blocks the first complaint is shown, at the field.
        if (!field || field.hidden || field.conditional || !counts(field, error)) continue
        if (!found.has(field.path)) found.set(field.path, error)
      }
      allChanged()
      return [...all.keys()].filter((path) => found.has(path))
    },
    show(path) {
      reveal = { path, turn: (reveal?.turn ?? 0) + 1 }
      formChanged()
    },
    commit,
    flush: journal.flush,
    async leave() {
      await journal.flush()
      await autosave.now()
    },
  }

  /** An error goes as soon as the value is right again; a new one waits for the next save. */
  function recheck(path: string): void {
    const field = all.get(path)?.field
    if (!field || !found.has(path)) return
    const error = validateField(field, layers.value(path))
    if (error) found.set(path, error)
    else found.delete(path)
  }
}

/** Which entries are parked, and how: new words of the server are shown also where older ones were answered. */
function refusals(view: DocumentView): string {
  return view.entries
    .filter((entry) => entry.state === 'parked')
    .map((entry) => `${entry.key} ${entry.updatedAt} ${entry.attempts}`)
    .join()
}

function sameSnapshot(a: FieldSnapshot, b: FieldSnapshot): boolean {
  return sameJson(a.value, b.value) && a.mark === b.mark && a.since === b.since && sameError(a.error, b.error)
}

function sameError(a: ShownError | null, b: ShownError | null): boolean {
  if (a === null || b === null || a.by !== b.by) return a === b
  return a.by === 'server'
    ? b.by === 'server' && a.message === b.message
    : b.by === 'form' && a.error === b.error
}

function sameForm(a: FormSnapshot, b: FormSnapshot): boolean {
  return (
    a.view === b.view &&
    sameState(a.state, b.state) &&
    a.journal === b.journal &&
    a.dirty === b.dirty &&
    a.reveal === b.reveal &&
    a.invalid.length === b.invalid.length &&
    a.invalid.every((path, index) => path === b.invalid[index])
  )
}

function sameState(a: DocState | 'edited', b: DocState | 'edited'): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b)
}
