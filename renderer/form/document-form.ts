import type { DocRef } from '../../shared/cms/doc-ref.ts'
import type { Collection, Global } from '../../shared/cms/schema-model.ts'
import type { Change } from '../../shared/document/change.ts'
import { contentChanges } from '../../shared/document/diff.ts'
import type { DocumentSchema, FieldTypes } from '../../shared/fields/field-type.ts'
import { effectiveDocument } from '../../shared/document/effective.ts'
import { emptyHistory, recordStep, takeStep, type Undone } from '../../shared/document/history.ts'
import { putBack } from '../../shared/document/open-differences.ts'
import { getValue } from '../../shared/document/path.ts'
import { resolveField } from '../../shared/document/resolve-field.ts'
import type { SavedDifference } from '../../shared/document/saved-difference.ts'
import type { TypedInput } from '../../shared/document/typed-input.ts'
import { hasNode } from '../../shared/fields/richText/nodes.ts'
import type { DocumentView } from '../../shared/ipc.ts'
import type { Json, JsonObject } from '../../shared/json.ts'
import { createSerialQueue, type SerialQueue } from '../../shared/serial-queue.ts'
import type { CommitMode } from '../../shared/sync/entry.ts'
import { createDocumentMarks } from './document-marks.ts'
import { createDocumentSnapshots } from './document-snapshots.ts'
import {
  createDocumentWriting,
  type DocumentWriting,
  type EditedContent,
  type WritingDeps,
} from './document-writing.ts'
import { createEdits, type Edits, type HistoryHolder } from './edits.ts'
import type { ErrorFilter } from './form-errors.ts'
import type { Overlay } from './form-overlay.ts'
import type { DocumentSnapshot } from './form-snapshot.ts'
import type { FormState } from './form-state.ts'
import { createLocaleForms } from './locale-forms.ts'
import { foreignChanges, keepSameParts } from './received-view.ts'
import type { AskServer } from './server-rules.ts'
import { createTypedInputs, isOfField, withoutNode, type KeptInputs } from './typed-inputs.ts'
import { createViewState, type ViewState } from './view-state.ts'

/** The calls to main that the form needs. */
export type FormDeps = WritingDeps & {
  /** Asks the site's functions about the fields; absent if the site has none. */
  askServer?: AskServer
}

/** State of a document that outlives its form (DM7), for as many documents as KEPT_MEMORIES in open-documents.ts. */
export type DocumentMemory = HistoryHolder & {
  view: Map<string, Json>
  typed: KeptInputs
  /** The server's last answer about the fields, by locale. */
  overlays: Map<string | null, Overlay>
  /** Locales whose edits were committed without validation since the last validated save. */
  unchecked: Set<string>
}

export function createDocumentMemory(): DocumentMemory {
  return {
    history: emptyHistory,
    gone: new Map(),
    view: new Map(),
    typed: new Map(),
    overlays: new Map(),
    unchecked: new Set(),
  }
}

/** A field as a change names it. */
export type EditedPlace = { path: string; locale: string | null }

export type DocumentForm = {
  readonly entity: Collection | Global
  getRef: () => DocRef
  /** Takes the server id of the document (SY8). */
  setRef: (ref: DocRef) => void
  /** Takes the server id of a referenced document (SY8). */
  replaceId: (from: string, to: string | number) => void
  /** Returns the form in one locale; the same one while the document is open. */
  inLocale: (locale: string | null) => FormState
  getDocument: () => DocumentSnapshot
  subscribe: (listener: () => void) => () => void
  changes: () => Change[]
  /** The field of the form's last edit; null without one. A new object for each edit. */
  lastEdit: () => EditedPlace | null
  /** Typed text that is no value, and unapplied drawers; without those in removed rows and nodes. */
  typed: () => TypedInput[]
  /** Locales edited since the last validated save, even if an autosave has their edits. */
  uncheckedLocales: () => ReadonlySet<string>
  /** The document with the edits, in all locales. */
  data: () => JsonObject
  /** Takes a newer view, read in the document's serial queue. Unsaved edits stay. */
  receive: (view: DocumentView) => void
  /** Tells if the server can be asked now, so that its permissions cover the unsaved edits. */
  setCanAsk: (canAsk: boolean) => void
  /**
   * Returns the fields whose typed text is no value (F50), in all locales, since a save commits all. Those of
   * `locale`, the current one, come first.
   */
  unreadable: (locale: string | null) => { path: string; locale: string | null }[]
  undo: () => Undone | null
  redo: () => Undone | null
  /**
   * Edits the document so that it has this content, in all locales, as one undo step. Fields about the document
   * itself stay.
   */
  replaceContent: (data: JsonObject) => void
  /** Applies edits that nobody typed, as one undo step. */
  perform: (changes: readonly Change[]) => void
  /**
   * Reverts edits that were one step, whatever followed, as a new step. Returns the fields that hold something else
   * by now and were left.
   */
  takeBack: (made: readonly Change[]) => Undone['passedOver']
  /** Edits the fields so that they hold again the values that were sent, as one undo step. */
  putBack: (differences: readonly SavedDifference[]) => void
  /** Records the changes of a conflict choice as one undo step. */
  remember: (changes: readonly Change[]) => void
  /**
   * Commits the edits to the outbox, one entry per locale (DM1), and returns the last entry's key or null. `locale`:
   * the current one. `shown`: the revision on the screen at the request.
   * @throws what main said; the edits are still there then
   */
  commit: (mode: CommitMode, locale: string | null, shown?: string | null) => Promise<string | null>
  /**
   * Drops the edits, and everything else of the document that the server does not have.
   * @throws what main said; nothing was dropped then
   */
  discard: () => Promise<void>
  /** Makes saves wait for work that brings a value, such as the copy of a file. False: it brought none. */
  holdSaves: (work: Promise<boolean>) => void
  /**
   * Resolves once no work holds saves. `failed`: some brought nothing; `cancelled`: the edits were discarded, or the form
   * has ended.
   */
  saveable: () => Promise<'ready' | 'failed' | 'cancelled'>
  /** Writes the draft. False: it could not be written. */
  flush: () => Promise<boolean>
  /** Called when the form is closed: writes the draft, and with autosave commits it. */
  leave: () => Promise<void>
  /** Stops all writing, for example because another form replaces this one. */
  end: () => void
}

type DocumentFormOptions = {
  entity: Collection | Global
  types: FieldTypes
  view: DocumentView
  deps: FormDeps
  memory?: DocumentMemory
  /** The view state, to share it with another form of the document. */
  viewState?: ViewState
  /** Edits newer than the view's draft: those of the form that this one replaces. */
  edited?: readonly Change[]
  /** Serializes the document's reads and writes. */
  queue?: SerialQueue
  /** True if the form reports this error; others are left to the server's validation. */
  counts?: ErrorFilter
  /** Locale of an autosave whose edits are all shared by the locales. */
  defaultLocale?: string | null
}

/**
 * The open document in all locales: base and entries from the view, commits on their way to main, and the
 * edits on top. As a rule no other form writes the document's draft (DM3); if one did, its draft is merged.
 */
export function createDocumentForm(options: DocumentFormOptions): DocumentForm {
  const { entity, types, deps, queue = createSerialQueue(), defaultLocale = null } = options
  const { fields } = entity
  const memory = options.memory ?? createDocumentMemory()
  let ref = options.view.ref
  let view = options.view
  const content = openContent({ fields, types }, view, memory, options.edited)
  const { edits } = content

  const writing = createDocumentWriting({
    entity,
    content,
    memory,
    queue,
    deps,
    defaultLocale,
    ref: () => ref,
    view: () => view,
    isValid: (locale) => forms.inLocale(locale).isValid(),
    onOtherDraft: (next) => take(next, next.draft),
    onChange: () => snapshots.changed(),
  })
  const { journal, autosave, commits } = writing
  const snapshots = createDocumentSnapshots({ fields, view: () => view, content, commits, journal })
  const marks = createDocumentMarks(fields, view, edits, commits)
  const forms = createLocaleForms({
    entity,
    types,
    counts: options.counts,
    view: options.viewState ?? createViewState(memory.view),
    inputs: content.inputs,
    edits,
    overlays: memory.overlays,
    around: (locale) => ({ ...marks.around(locale), blur: () => void journal.flush() }),
    askServer: deps.askServer,
  })
  writeFound(view.draft, content, writing)
  const lastEdit = followEdits(content, { journal, autosave, onChange: snapshots.changed })
  edits.subscribe(forms.edited)
  const holds = createSaveHolds()

  /** Takes a newer view. `kept`: its draft, to check if another form has written it; else null. */
  function take(next: DocumentView, kept: DocumentView['draft']): void {
    const before = { view, data: edits.data() }
    commits.received()
    autosave.whilePermitted(() => {
      view = keepSameParts(view, next)
    })
    writing.takeDraft(kept)
    const moved = edits.moveTo(writing.ground(), next.draft?.lost ?? {}, view.adjusted, view.base.data)
    marks.received(view, foreignChanges(fields, before.view, view, before.data, edits.data()))
    // The journal still has edits that are done or have changed, so it is rewritten.
    if (moved) journal.changed()
    forms.refresh()
    snapshots.changed()
  }

  return {
    entity,
    getRef: () => ref,
    setRef(next) {
      ref = next
    },
    inLocale: forms.inLocale,
    unreadable: forms.unreadable,
    getDocument: snapshots.get,
    subscribe: snapshots.subscribe,
    lastEdit,
    typed: content.typed,
    uncheckedLocales: commits.uncheckedLocales,
    // With unwritten edits the next write finds a draft of another form.
    receive: (next) => take(next, journal.state().kind === 'written' ? next.draft : null),
    setCanAsk: autosave.setCanAsk,
    ...editActions(entity, types, edits, () => view),
    holdSaves: holds.holdSaves,
    saveable: holds.saveable,
    ...writing.actions,
    discard() {
      holds.cancel()
      return writing.actions.discard()
    },
    end() {
      holds.cancel()
      writing.end()
      forms.end()
    },
  }
}

/** Opens the document's draft, or the edits of the form that is replaced, and the typed input of the memory. */
function openContent(
  schema: DocumentSchema,
  view: DocumentView,
  memory: DocumentMemory,
  edited: readonly Change[] | undefined,
): EditedContent {
  const { fields } = schema
  const draft = edited && { lost: view.draft?.lost ?? {}, changes: edited }
  const first = effectiveDocument(schema, { ...layersOf(view), ...(draft && { draft }) })
  const edits = createEdits({ schema, below: first.queued, base: view.base.data, memory })
  edits.takeBack(first.draft.changes, first.queued)
  const inputs = createTypedInputs(memory.typed)
  const typed = (): TypedInput[] => inputs.all().filter(isThere)

  function isThere(input: TypedInput): boolean {
    const { path, nodeId } = withoutNode(input.path)
    const data = edits.data()
    if (resolveField(fields, data, path, input.locale) === null) return false
    return nodeId === null || isOfField(nodeId) || hasNode(getValue(fields, data, path, input.locale), nodeId)
  }

  // The draft decides which texts of the memory are still typed. Texts in removed rows stay for an undo.
  if (!draft) {
    inputs.drop(typed())
    inputs.add(view.draft?.typed ?? [])
  }
  return { edits, inputs, typed, isTyped: () => inputs.all().some(isThere) }
}

/** Starts to write the edits that the document is opened with, if the draft does not have them as they are. */
function writeFound(
  draft: DocumentView['draft'],
  { edits, typed }: EditedContent,
  { journal, autosave }: Pick<DocumentWriting, 'journal' | 'autosave'>,
): void {
  // A draft found in the journal waits for its autosave like one typed now.
  if (!edits.isEmpty()) autosave.changed()
  const journalled = [draft?.changes ?? [], draft?.typed ?? []]
  const isOther = JSON.stringify(journalled) !== JSON.stringify([edits.changes(), typed()])
  if (isOther || draft?.rewritten) journal.changed()
}

/** Starts to write each edit and each typed input from now on. Returns a getter of the field of the last edit. */
function followEdits(
  { edits, inputs }: EditedContent,
  { journal, autosave, onChange }: Pick<DocumentWriting, 'journal' | 'autosave'> & { onChange: () => void },
): () => EditedPlace | null {
  let lastEdit: EditedPlace | null = null

  inputs.subscribe(() => {
    journal.changed()
    onChange()
  })

  edits.subscribe((changes) => {
    if (changes === null) return
    // The edit replaces text typed in the same field, even in a field that no form shows.
    for (const one of changes) if (one.kind === 'set') inputs.set(one, null)
    const [change] = changes
    if (change !== undefined) lastEdit = { path: change.path, locale: change.locale }
    journal.changed()
    autosave.edited(change?.locale ?? null)
    onChange()
  })

  return () => lastEdit
}

function createSaveHolds(): Pick<DocumentForm, 'holdSaves' | 'saveable'> & { cancel: () => void } {
  const works = new Set<Promise<boolean>>()
  let cancelled = Promise.withResolvers<'cancelled'>()
  return {
    holdSaves(work) {
      const settled = work
        .catch(() => false)
        .then((isBrought) => {
          works.delete(settled)
          return isBrought
        })
      works.add(settled)
    },
    async saveable() {
      const { promise } = cancelled
      while (works.size > 0) {
        const brought = await Promise.race([Promise.all(works), promise])
        if (brought === 'cancelled') return 'cancelled'
        if (brought.includes(false)) return 'failed'
      }
      return 'ready'
    },
    cancel() {
      cancelled.resolve('cancelled')
      cancelled = Promise.withResolvers()
    },
  }
}

/** Returns the reading of the edits, and the actions that edit the document as one undo step each. */
function editActions(
  entity: Collection | Global,
  types: FieldTypes,
  edits: Edits,
  view: () => DocumentView,
): Pick<
  DocumentForm,
  | 'changes'
  | 'data'
  | 'replaceId'
  | 'undo'
  | 'redo'
  | 'perform'
  | 'takeBack'
  | 'replaceContent'
  | 'putBack'
  | 'remember'
> {
  const { fields } = entity

  function perform(changes: readonly Change[]): void {
    const [change] = changes
    if (change === undefined) return
    edits.endBurst()
    edits.perform(changes, { place: { path: change.path, locale: change.locale } })
  }

  function takeBack(made: readonly Change[]): Undone['passedOver'] {
    const [change] = made
    if (change === undefined) return []
    const { adjusted, base } = view()
    const data = edits.data()
    const place = { path: change.path, locale: change.locale }
    const step = recordStep(fields, data, emptyHistory, {
      changes: made,
      place,
      burst: null,
      at: 0,
      base: base.data,
    })
    const undone = takeStep({ fields, types }, data, step, 'undo', adjusted, base.data)
    perform(undone?.changes ?? [])
    return undone?.passedOver ?? []
  }

  return {
    changes: edits.changes,
    data: edits.data,
    replaceId: edits.replaceId,
    undo: edits.undo,
    redo: edits.redo,
    perform,
    takeBack,
    replaceContent: (data) => perform(contentChanges(entity, edits.data(), data)),
    putBack: (differences) => perform(putBack(fields, edits.data(), differences)),
    remember(changes) {
      const [change] = changes
      if (change !== undefined) edits.remember(changes, { path: change.path, locale: change.locale })
    },
  }
}

function layersOf(view: DocumentView): Parameters<typeof effectiveDocument>[1] {
  return { base: view.base.data, entries: view.entries, draft: view.draft, adjusted: view.adjusted }
}
