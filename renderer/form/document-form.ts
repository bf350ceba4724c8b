import type { DocRef } from '../../shared/cms/doc-ref.ts'
import { isRefused } from '../../shared/cms/document-permissions.ts'
import { isCreatedBySave } from '../../shared/cms/created-by-save.ts'
import type { Collection, Global } from '../../shared/cms/schema-model.ts'
import type { Change } from '../../shared/document/change.ts'
import { effectiveDocument, queuedDocument } from '../../shared/document/effective.ts'
import { getValue } from '../../shared/document/path.ts'
import { resolveField } from '../../shared/document/resolve-field.ts'
import type { TypedInput } from '../../shared/document/typed-input.ts'
import type { SavedDifference } from '../../shared/document/compare-saved.ts'
import { emptyHistory, recordStep, takeStep, type Undone } from '../../shared/document/history.ts'
import { openDifferences, putBack } from '../../shared/document/open-differences.ts'
import type { FieldTypes } from '../../shared/fields/field-type.ts'
import { hasNode } from '../../shared/fields/richText/nodes.ts'
import type { CallInput, CallOutput, DocumentView } from '../../shared/ipc.ts'
import type { Json, JsonObject } from '../../shared/json.ts'
import type { DocState, CommitMode } from '../../shared/sync/entry.ts'
import { documentState } from '../../shared/sync/queue.ts'
import { createAutosave } from './autosave.ts'
import { createCommits, localesOf } from './commits.ts'
import { contentChanges } from '../../shared/document/content-changes.ts'
import { createDocumentMarks } from './document-marks.ts'
import { createEdits, type HistoryHolder } from './edits.ts'
import type { ErrorFilter } from './form-errors.ts'
import { keepSameDocument, type DocumentSnapshot } from './form-snapshot.ts'
import { createFormState, type FormState } from './form-state.ts'
import { createJournal, type JournalState } from './journal.ts'
import type { Overlay } from './form-overlay.ts'
import { foreignChanges, keepSameParts } from './receive-view.ts'
import { createServerRules, type AskServer, type ServerRules } from './server-rules.ts'
import { createSerialQueue, type SerialQueue } from '../../shared/serial-queue.ts'
import { createTypedInputs, isOfField, withoutNode, type KeptInputs } from './typed-inputs.ts'
import { newerEdits } from './newer-edits.ts'
import { createViewState, type ViewState } from './view-state.ts'

/** What the form needs of main. */
export type FormDeps = {
  /** Null: the account has ended, nothing is written any more. */
  putDraft: (input: CallInput<'drafts.put'>) => Promise<CallOutput<'drafts.put'> | null>
  /** The document as the store has it now; null: it is not there any more. */
  readView: () => Promise<DocumentView | null>
  discardDocument: (ref: DocRef) => Promise<unknown>
  commitDraft: (input: CallInput<'drafts.commit'>) => Promise<CallOutput<'drafts.commit'>>
  /** Asks what functions of the site say about the fields; absent where it has none. */
  askServer?: AskServer
  /** Told what became of what was typed, whenever that changes. */
  onJournal?: (state: JournalState) => void
}

/** What is kept of a document for as long as the program runs, whether it is open or not (DM7). */
export type DocumentMemory = HistoryHolder & {
  view: Map<string, Json>
  typed: KeptInputs
  /** What the server said last about the fields, by locale. */
  overlays: Map<string | null, Overlay>
  /** Locales of which edits were handed over without a check since the last one. */
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
  /** The document got its real id (SY8). */
  setRef: (ref: DocRef) => void
  /** A document that it points at got its real id (SY8). */
  replaceId: (from: string, to: string | number) => void
  /** The form in one locale; the same one for as long as the document is open. */
  inLocale: (locale: string | null) => FormState
  getDocument: () => DocumentSnapshot
  subscribe: (listener: () => void) => () => void
  changes: () => Change[]
  /** Where the last edit of this form was made; null: it has made none. Another object for each edit. */
  lastEdit: () => EditedPlace | null
  /** What is typed and is no part of the data, but for what is in rows and nodes that are not there. */
  typed: () => TypedInput[]
  /** Locales that were edited since they were last handed over with a check, whether by now an autosave has them. */
  uncheckedLocales: () => ReadonlySet<string>
  /** The document as it is on the screen, in all locales. */
  data: () => JsonObject
  /** Takes a newer view, read in the document's serial queue. What is being edited stays as it is. */
  receive: (view: DocumentView) => void
  /** Whether the server can be asked now, so that what it says of permissions is about what is typed. */
  setCanAsk: (canAsk: boolean) => void
  /**
   * Where what was typed is no value of its field (F50), in all locales: a save hands all of them over. Those of
   * `locale`, in which the person is, come first.
   */
  unreadable: (locale: string | null) => { path: string; locale: string | null }[]
  undo: () => Undone | null
  redo: () => Undone | null
  /**
   * Makes edits that leave the document with this content, in all locales, as one step for undo. What belongs to the
   * document and not to what is in it stays.
   */
  replaceContent: (data: JsonObject) => void
  /** Makes edits that nobody typed, as one step for undo. */
  perform: (changes: readonly Change[]) => void
  /**
   * Takes edits back that were made as one step, whatever was done since, as a step of its own. Answers the places that
   * hold something else by now and were left as they are.
   */
  takeBack: (made: readonly Change[]) => Undone['passedOver']
  /** Makes edits that hold again what was sent, as one step for undo. */
  putBack: (differences: readonly SavedDifference[]) => void
  /** Remembers, as one step for undo, what a choice in a conflict made of the document. */
  remember: (changes: readonly Change[]) => void
  /**
   * Hands the edits to the outbox, one entry per locale (DM1). `locale`: the one that the person is in. Answers the
   * last entry's key, null where there was nothing to do. `shown`: the revision that was on the screen when it was asked
   * for, where that is not the one of now.
   * @throws what main said; the edits are still there then
   */
  commit: (mode: CommitMode, locale: string | null, shown?: string | null) => Promise<string | null>
  /**
   * Drops the edits, and all else of the document that the server does not have.
   * @throws what main said; nothing was dropped then
   */
  discard: () => Promise<void>
  /** Writes what was typed. False: it could not be written. */
  flush: () => Promise<boolean>
  /** The form goes off the screen: journal and, where the document has autosave, the outbox get everything now. */
  leave: () => Promise<void>
  /** Another form has taken its place: it writes nothing any more. */
  end: () => void
}

/** States that are less to be known of a document than that something in it is typed and no value. */
const IS_CALM: Readonly<Record<DocState['kind'], boolean>> = {
  saved: true,
  'on-this-computer': true,
  differs: true,
  waiting: true,
  sending: true,
  failing: false,
  conflict: false,
  failed: false,
}

/**
 * The open document: base and entries come with the view, what was committed is on its way to main, and the edits lie
 * on top. One for all its locales; only it writes the document's draft (DM3).
 */
export function createDocumentForm(options: {
  entity: Collection | Global
  types: FieldTypes
  view: DocumentView
  deps: FormDeps
  memory?: DocumentMemory
  /** How another form of the document is looked at, which this one shares; its own without. */
  viewState?: ViewState
  /** Edits that are newer than the draft of the view: those of the form that this one replaces. */
  edited?: readonly Change[]
  /** Orders what is read and written of the document. */
  queue?: SerialQueue
  /** Whether this error is for the form to complain about; others are left to the server's own check. */
  counts?: ErrorFilter
  /** The locale of what all locales share, for a save that nobody asked for. */
  defaultLocale?: string | null
}): DocumentForm {
  const { entity, types, deps, queue = createSerialQueue(), defaultLocale = null } = options
  const { fields } = entity
  const schema = { fields, types }
  const memory = options.memory ?? createDocumentMemory()
  const viewState = options.viewState ?? createViewState(memory.view)
  const inputs = createTypedInputs(memory.typed)
  const forms = new Map<string | null, FormState>()
  const rules = new Map<string | null, ServerRules>()
  const listeners = new Set<() => void>()
  let ref = options.view.ref
  let view = options.view
  let snapshot: DocumentSnapshot | null = null
  let lastLocale: string | null = defaultLocale
  let lastEdit: EditedPlace | null = null
  let canAsk = true
  let ended = false

  const draft = options.edited && { lost: view.draft?.lost ?? {}, changes: options.edited }
  const first = effectiveDocument(schema, { ...layersOf(view), ...(draft && { draft }) })
  const edits = createEdits({ schema, below: first.queued, base: view.base.data, memory })
  edits.takeBack(first.draft.changes, first.queued)
  // Of what the memory has the draft decides what is still typed; what is in rows that are gone an undo brings back.
  if (!draft) {
    inputs.drop(typed())
    inputs.add(view.draft?.typed ?? [])
  }

  const journal = createJournal({
    write: () =>
      queue.run(async () => {
        if (!ended) await write()
      }),
    onState: () => {
      deps.onJournal?.(journal.state())
      documentChanged()
    },
  })
  const interval = entity.versions?.drafts ? entity.versions.autosaveInterval : null
  const autosave = createAutosave({
    interval,
    save: async () => (mayAutosave() ? commits.commit('autosave', lastLocale) : null),
  })
  const commits = createCommits({
    queue,
    edits,
    journal,
    autosave,
    unchecked: memory.unchecked,
    view: () => view,
    ground,
    draft: () => ({ ...edited(), typed: typed() }),
    commitDraft: deps.commitDraft,
    onDraftLeft: (savedAt) => {
      draftKnown = savedAt
      draftWritten = []
    },
    onChange: documentChanged,
  })
  const marks = createDocumentMarks(fields, view, edits, commits)

  function mayAutosave(): boolean {
    if (view.isNew && isCreatedBySave(entity)) return false
    if (isHeldBack()) return false
    // The server would refuse it. What is typed is in the journal, and goes with the edit that makes it whole.
    const locales = [lastLocale, ...localesOf(edits.changes())]
    return entity.versions?.validatesDrafts !== true || locales.every((code) => inLocale(code).isValid())
  }
  function isHeldBack(): boolean {
    return isRefused(view.permissions ?? null, localesOf(edits.changes()), canAsk)
  }
  /** What the server would have refused waited for this. */
  function autosaveAfter(wasHeldBack: boolean): void {
    if (wasHeldBack && !isHeldBack() && !edits.isEmpty()) autosave.changed()
  }
  // A draft found in the journal waits for its autosave like one typed now.
  if (!edits.isEmpty()) autosave.changed()
  const journalled = [view.draft?.changes ?? [], view.draft?.typed ?? []]
  const isOther = JSON.stringify(journalled) !== JSON.stringify([edits.changes(), typed()])
  if (isOther || view.draft?.rewritten) journal.changed()

  /** The draft that the edits here have all of, by its `savedAt`. */
  let draftKnown = view.draft?.savedAt ?? null
  /** What was written into it last. */
  let draftWritten: readonly Change[] = view.draft?.changes ?? []

  /** The document that is edited here, also where another one has its id by now. */
  function edited(): Pick<CallInput<'drafts.put'>, 'ref' | 'createdAt' | 'over'> {
    const createdAt = view.base.data['createdAt']
    return { ref, over: draftKnown, ...(typeof createdAt === 'string' && { createdAt }) }
  }

  /**
   * A document that is not here any more was deleted on the server: what was typed is kept as a draft of it. What another
   * form of the document has written meanwhile is taken over first.
   */
  async function write(): Promise<void> {
    const content = { changes: edits.changes(), typed: typed() }
    const kept = await deps.putDraft({ ...edited(), ...content })
    if (kept?.other) {
      const next = await deps.readView()
      if (next === null) throw new Error('the document is not on this computer any more')
      take(next, next.draft)
      return write()
    }
    const isNothing = content.changes.length === 0 && content.typed.length === 0
    if (kept === null) return
    draftKnown = kept.savedAt
    draftWritten = content.changes
    if (kept.savedAt !== null || isNothing) return
    if (view.isNew) throw new Error('the new document is not on this computer any more')
    draftKnown = (await deps.putDraft({ ...edited(), ...content, base: view.base }))?.savedAt ?? null
  }

  function typed(): TypedInput[] {
    return inputs.all().filter(isThere)
  }

  function isThere(input: TypedInput): boolean {
    const { path, nodeId } = withoutNode(input.path)
    const data = edits.data()
    if (resolveField(fields, data, path, input.locale) === null) return false
    return nodeId === null || isOfField(nodeId) || hasNode(getValue(fields, data, path, input.locale), nodeId)
  }

  inputs.subscribe(() => {
    journal.changed()
    documentChanged()
  })

  edits.subscribe((changes) => {
    if (changes === null) return
    // Another edit takes the place of what was typed there, also of a field that no form shows.
    for (const one of changes) if (one.kind === 'set') inputs.set(one, null)
    const [change] = changes
    if (change !== undefined) lastEdit = { path: change.path, locale: change.locale }
    if (change !== undefined && change.locale !== null) lastLocale = change.locale
    journal.changed()
    autosave.changed()
    documentChanged()
  })

  edits.subscribe(() => {
    for (const one of rules.values()) one.changed()
  })

  const pending = (): boolean => !edits.isEmpty() || commits.all().length > 0
  const somethingTyped = (): boolean => inputs.all().some(isThere)

  function takeDocument(): DocumentSnapshot {
    const isTyped = somethingTyped()
    const dirty = pending() || isTyped
    const differences = openNow()
    const state = documentState([...view.entries, ...view.moves], {
      hasDraft: dirty,
      isNew: view.isNew,
      isGone: view.isGone,
      differences,
    })
    const written = journal.state()
    return {
      view,
      dirty,
      state: written.kind !== 'written' || (isTyped && IS_CALM[state.kind]) ? 'edited' : state,
      journal: written,
      differences,
    }
  }

  /** What differs, but for what is edited here, or was handed over, since main said so. */
  function openNow(): DocumentSnapshot['differences'] {
    if (view.differences.length === 0) return view.differences
    const newer = [...edits.changes(), ...commits.all().flatMap(({ changes }) => changes)]
    return openDifferences(fields, view.base.data, view.differences, newer)
  }

  function documentChanged(): void {
    const before = snapshot
    if (before === null) return
    snapshot = keepSameDocument(before, takeDocument())
    if (snapshot !== before) for (const listener of listeners) listener()
  }

  /** Base, entries in order, and what is on its way. */
  function ground(): JsonObject {
    return queuedDocument(fields, view.base.data, [...view.entries, ...commits.all()])
  }

  function inLocale(locale: string | null): FormState {
    const known = forms.get(locale)
    if (known) return known
    const form = createFormState({
      fields,
      types,
      locale,
      root: entity.slug,
      login: entity.kind === 'collection' ? entity.loginWithUsername : null,
      ...(options.counts && { counts: options.counts }),
      view: viewState,
      inputs,
      edits,
      around: { ...marks.around(locale), blur: () => void journal.flush() },
    })
    forms.set(locale, form)
    const overlay = memory.overlays.get(locale)
    if (overlay) form.setOverlay(overlay)
    if (deps.askServer) {
      if (!overlay) form.setAwaited(true)
      const made = createServerRules(form, deps.askServer, (next) => memory.overlays.set(locale, next))
      rules.set(locale, made)
      made.changed()
    }
    return form
  }

  /**
   * Another form of the document has written the draft, as where two documents turned out to be one (SY8), or a choice
   * has put what was edited into another row (SY7). What was edited here since lies on top.
   */
  function takeDraft(kept: DocumentView['draft']): void {
    if (kept === null || (kept.savedAt === draftKnown && !kept.rewritten)) return
    draftKnown = kept.savedAt
    if (!somethingTyped()) inputs.add(kept.typed ?? [])
    if (kept.rewritten) {
      const newer = newerEdits(draftWritten, kept.changes, edits.changes(), { fields, data: ground() })
      edits.drop()
      edits.takeBack(newer, ground())
    }
    draftWritten = kept.changes
    edits.takeBack(kept.changes, ground())
    // Written anew, it is the form's own again.
    journal.changed()
  }

  /** Takes a newer view. `kept`: its draft, where it is to be looked whether another form has written that. */
  function take(next: DocumentView, kept: DocumentView['draft']): void {
    const before = { view, data: edits.data() }
    commits.received()
    const wasHeldBack = isHeldBack()
    view = keepSameParts(view, next)
    autosaveAfter(wasHeldBack)
    takeDraft(kept)
    const moved = edits.moveTo(ground(), next.draft?.lost ?? {}, view.adjusted, view.base.data)
    marks.received(view, foreignChanges(fields, before.view, view, before.data, edits.data()))
    // The journal still has what turned out to be done or to be another: it is written anew.
    if (moved) journal.changed()
    for (const form of forms.values()) form.refresh()
    documentChanged()
  }

  /** Edits that nobody typed, as one step for undo. */
  function perform(changes: readonly Change[]): void {
    const [change] = changes
    if (change === undefined) return
    edits.endBurst()
    edits.perform(changes, { place: { path: change.path, locale: change.locale } })
  }

  function takeBack(made: readonly Change[]): Undone['passedOver'] {
    const [change] = made
    if (change === undefined) return []
    const [data, base] = [edits.data(), view.base.data]
    const place = { path: change.path, locale: change.locale }
    const step = recordStep(fields, data, emptyHistory, { changes: made, place, burst: null, at: 0, base })
    const undone = takeStep(schema, data, step, 'undo', view.adjusted, base)
    perform(undone?.changes ?? [])
    return undone?.passedOver ?? []
  }

  function unreadable(locale: string | null): { path: string; locale: string | null }[] {
    const here = inLocale(locale).unreadable()
    const cells = inputs.cells()
    const others = new Set(
      cells.map((cell) => cell.locale).filter((code) => code !== null && code !== locale),
    )
    return [
      ...here.map((path) => ({ path, locale })),
      ...[...others].flatMap((code) => {
        // What all locales share was asked about above.
        const own = new Set(
          cells.flatMap((cell) => (cell.locale === code ? [withoutNode(cell.path).path] : [])),
        )
        const paths = inLocale(code).unreadable()
        return paths.filter((path) => own.has(path)).map((path) => ({ path, locale: code }))
      }),
    ]
  }

  return {
    entity,
    getRef: () => ref,
    setRef(next) {
      ref = next
    },
    replaceId: edits.replaceId,
    inLocale,
    getDocument: () => (snapshot ??= takeDocument()),
    subscribe(listener) {
      // What is new is told by what was there before.
      snapshot ??= takeDocument()
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    changes: edits.changes,
    lastEdit: () => lastEdit,
    typed,
    uncheckedLocales: commits.uncheckedLocales,
    data: edits.data,
    receive(next) {
      // What is not written yet finds out as it is.
      take(next, journal.state().kind === 'written' ? next.draft : null)
    },
    setCanAsk(next) {
      const wasHeldBack = isHeldBack()
      canAsk = next
      autosaveAfter(wasHeldBack)
    },
    unreadable,
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
    commit: commits.commit,
    discard() {
      autosave.cancel()
      return queue.run(async () => {
        await deps.discardDocument(ref)
        inputs.drop(inputs.all())
        edits.drop()
        memory.history = emptyHistory
        journal.settled(journal.revision())
        documentChanged()
      })
    },
    flush: journal.flush,
    async leave() {
      await journal.flush()
      await autosave.now()
    },
    end() {
      ended = true
      autosave.cancel()
      for (const one of rules.values()) one.end()
    },
  }
}

function layersOf(view: DocumentView): Parameters<typeof effectiveDocument>[1] {
  return { base: view.base.data, entries: view.entries, draft: view.draft, adjusted: view.adjusted }
}
