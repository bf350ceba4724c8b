import type { DocRef } from '../../shared/cms/doc-ref.ts'
import { isRefused } from '../../shared/cms/document-permissions.ts'
import { isCreatedBySave } from '../../shared/cms/entity-rules.ts'
import type { Collection, Global } from '../../shared/cms/schema-model.ts'
import type { Change } from '../../shared/document/change.ts'
import { effectiveDocument, queuedDocument } from '../../shared/document/effective.ts'
import { getValue } from '../../shared/document/path.ts'
import { resolveField } from '../../shared/document/resolve-field.ts'
import type { TypedInput } from '../../shared/document/typed-input.ts'
import type { SavedDifference } from '../../shared/document/saved-difference.ts'
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
import { foreignChanges, keepSameParts, newerEdits } from './received-view.ts'
import { createServerRules, type AskServer, type ServerRules } from './server-rules.ts'
import { createSerialQueue, type SerialQueue } from '../../shared/serial-queue.ts'
import { createTypedInputs, isOfField, withoutNode, type KeptInputs } from './typed-inputs.ts'
import { createViewState, type ViewState } from './view-state.ts'

/** The calls to main that the form needs. */
export type FormDeps = {
  /** Null: the account has ended and nothing is written any more. */
  putDraft: (input: CallInput<'drafts.put'>) => Promise<CallOutput<'drafts.put'> | null>
  /** Resolves to the document as stored now; null if it is gone. */
  readView: () => Promise<DocumentView | null>
  discardDocument: (ref: DocRef) => Promise<unknown>
  commitDraft: (input: CallInput<'drafts.commit'>) => Promise<CallOutput<'drafts.commit'>>
  /** Asks the site's functions about the fields; absent if the site has none. */
  askServer?: AskServer
  /** Called when the state of the journal changes. */
  onJournal?: (state: JournalState) => void
}

/** State of a document that is kept until the program ends, also while the document is closed (DM7). */
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
  /** Writes the draft. False: it could not be written. */
  flush: () => Promise<boolean>
  /** Called when the form is closed: writes the draft, and with autosave commits it. */
  leave: () => Promise<void>
  /** Stops all writing, since another form replaces this one. */
  end: () => void
}

/** True for states that matter less than unreadable typed text, which is then shown as `edited`. */
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
 * The open document in all locales: base and entries from the view, commits on their way to main, and the edits on
 * top. Only this form writes the document's draft (DM3).
 */
export function createDocumentForm(options: {
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
  // The draft decides which texts of the memory are still typed. Texts in removed rows stay for an undo.
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
    // The server would refuse it. The edits stay in the journal until one makes the document valid.
    const locales = [lastLocale, ...localesOf(edits.changes())]
    return entity.versions?.validatesDrafts !== true || locales.every((code) => inLocale(code).isValid())
  }
  function isHeldBack(): boolean {
    return isRefused(view.permissions ?? null, localesOf(edits.changes()), canAsk)
  }
  /** Starts an autosave that had been held back. */
  function autosaveAfter(wasHeldBack: boolean): void {
    if (wasHeldBack && !isHeldBack() && !edits.isEmpty()) autosave.changed()
  }
  // A draft found in the journal waits for its autosave like one typed now.
  if (!edits.isEmpty()) autosave.changed()
  const journalled = [view.draft?.changes ?? [], view.draft?.typed ?? []]
  const isOther = JSON.stringify(journalled) !== JSON.stringify([edits.changes(), typed()])
  if (isOther || view.draft?.rewritten) journal.changed()

  /** `savedAt` of the last draft that the edits include. */
  let draftKnown = view.draft?.savedAt ?? null
  /** Changes of the last written draft. */
  let draftWritten: readonly Change[] = view.draft?.changes ?? []

  /** Identifies the edited document, even if another one has its id by now. */
  function edited(): Pick<CallInput<'drafts.put'>, 'ref' | 'createdAt' | 'over'> {
    const createdAt = view.base.data['createdAt']
    return { ref, over: draftKnown, ...(typeof createdAt === 'string' && { createdAt }) }
  }

  /**
   * Writes the draft; a document that was deleted on the server keeps its edits as one. A draft that another form has
   * written meanwhile is merged first.
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
    // The edit replaces text typed in the same field, even in a field that no form shows.
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

  /** Differences without those of fields that were edited or committed since main reported them. */
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

  /** Returns base, entries in order, and commits on their way. */
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
   * Takes a draft that another form wrote, after two documents turned out to be one (SY8) or a choice moved edits to
   * another row (SY7). Newer edits go on top.
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
    // The merged draft is written as this form's own.
    journal.changed()
  }

  /** Takes a newer view. `kept`: its draft, to check if another form has written it; else null. */
  function take(next: DocumentView, kept: DocumentView['draft']): void {
    const before = { view, data: edits.data() }
    commits.received()
    const wasHeldBack = isHeldBack()
    view = keepSameParts(view, next)
    autosaveAfter(wasHeldBack)
    takeDraft(kept)
    const moved = edits.moveTo(ground(), next.draft?.lost ?? {}, view.adjusted, view.base.data)
    marks.received(view, foreignChanges(fields, before.view, view, before.data, edits.data()))
    // The journal still has edits that are done or have changed, so it is rewritten.
    if (moved) journal.changed()
    for (const form of forms.values()) form.refresh()
    documentChanged()
  }

  /** Applies edits that nobody typed, as one undo step. */
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
        // Cells shared by all locales were asked about above.
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
      // A later snapshot is compared with this one.
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
      // With unwritten edits the next write finds a draft of another form.
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
