import type { DocRef } from '../../shared/cms/doc-ref.ts'
import { isRefused } from '../../shared/cms/document-permissions.ts'
import { isCreatedBySave } from '../../shared/cms/entity-rules.ts'
import type { Collection, Global } from '../../shared/cms/schema-model.ts'
import type { Change } from '../../shared/document/change.ts'
import { queuedDocument } from '../../shared/document/effective.ts'
import { emptyHistory } from '../../shared/document/history.ts'
import type { TypedInput } from '../../shared/document/typed-input.ts'
import type { CallInput, CallOutput, DocumentView } from '../../shared/ipc.ts'
import type { JsonObject } from '../../shared/json.ts'
import type { SerialQueue } from '../../shared/serial-queue.ts'
import { createAutosave, type Autosave } from './autosave.ts'
import { createCommits, localesOf, type Commits } from './commits.ts'
import type { Edits, HistoryHolder } from './edits.ts'
import { createJournal, type Journal, type JournalState } from './journal.ts'
import { newerEdits } from './received-view.ts'
import type { TypedInputs } from './typed-inputs.ts'

/** The calls to main by which a document is written. */
export type WritingDeps = {
  /** Null: the account has ended and nothing is written any more. */
  putDraft: (input: CallInput<'drafts.put'>) => Promise<CallOutput<'drafts.put'> | null>
  /** Resolves to the document as stored now; null if it is gone. */
  readView: () => Promise<DocumentView | null>
  discardDocument: (ref: DocRef) => Promise<unknown>
  commitDraft: (input: CallInput<'drafts.commit'>) => Promise<CallOutput<'drafts.commit'>>
  /** Called when the state of the journal changes. */
  onJournal?: (state: JournalState) => void
}

/** The edits of a document, and its typed input that is no value. */
export type EditedContent = {
  edits: Edits
  inputs: TypedInputs
  /** Typed input without that in removed rows and nodes. */
  typed: () => TypedInput[]
  isTyped: () => boolean
}

/** The autosave of a document, which waits while a save would be refused or invalid. */
export type DocumentAutosave = Autosave & {
  /** Called on each edit. `locale`: that of the edit; null if all locales share the field. */
  edited: (locale: string | null) => void
  /** Applies a change of the permissions, and starts an autosave that they had held back. */
  whilePermitted: (apply: () => void) => void
  /** See DocumentForm. */
  setCanAsk: (canAsk: boolean) => void
}

/** Writes the draft of an open document (DM3), and merges a draft that another form wrote. */
type DraftWriter = {
  /** Identifies the edited document, even if another one has its id by now. */
  identity: () => Pick<CallInput<'drafts.put'>, 'ref' | 'createdAt' | 'over'>
  /**
   * Writes the draft. A document that was deleted on the server keeps its edits as a draft. A draft that
   * another form has written meanwhile is merged first.
   */
  write: () => Promise<void>
  /** Called when committed changes left the draft; `savedAt` of the remaining draft, null if there is none. */
  left: (savedAt: string | null) => void
  /**
   * Takes a draft that another form wrote, after two documents turned out to be one (SY8) or a choice moved edits to
   * another row (SY7). Newer edits go on top.
   */
  take: (kept: DocumentView['draft']) => void
}

export type DocumentWriting = {
  journal: Journal
  autosave: DocumentAutosave
  commits: Commits
  /** Returns base, entries in order, and commits on their way. */
  ground: () => JsonObject
  takeDraft: DraftWriter['take']
  /** See DocumentForm. */
  actions: {
    commit: Commits['commit']
    discard: () => Promise<void>
    flush: () => Promise<boolean>
    leave: () => Promise<void>
  }
  /** Stops all writing. */
  end: () => void
}

type DocumentWritingOptions = {
  entity: Collection | Global
  content: EditedContent
  memory: HistoryHolder & { unchecked: Set<string> }
  /** Serializes the document's reads and writes. */
  queue: SerialQueue
  deps: WritingDeps
  /** Locale of an autosave whose edits are all shared by the locales. */
  defaultLocale: string | null
  ref: () => DocRef
  view: () => DocumentView
  isValid: (locale: string | null) => boolean
  /** Called with a view that was read because another form has written the draft. */
  onOtherDraft: (view: DocumentView) => void
  onChange: () => void
}

/** Writes the edits of an open document: to its draft by the journal, and to the outbox by commits. */
export function createDocumentWriting(options: DocumentWritingOptions): DocumentWriting {
  const { entity, content, memory, queue, deps, defaultLocale, ref, view, isValid, onChange } = options
  const { edits, inputs, typed } = content
  let ended = false

  const ground = (): JsonObject =>
    queuedDocument(entity.fields, view().base.data, [...view().entries, ...commits.all()])
  const journal = createJournal({
    write: () =>
      queue.run(async () => {
        if (!ended) await draft.write()
      }),
    onState: () => {
      deps.onJournal?.(journal.state())
      onChange()
    },
  })
  const autosave = createDocumentAutosave({
    entity,
    edits,
    view,
    isValid,
    defaultLocale,
    save: (locale) => commits.commit('autosave', locale),
  })
  const draft = createDraftWriter({
    fields: entity.fields,
    content,
    deps,
    ref,
    view,
    ground,
    onOtherDraft: options.onOtherDraft,
    onTaken: () => journal.changed(),
  })
  const commits = createCommits({
    queue,
    edits,
    journal,
    autosave,
    unchecked: memory.unchecked,
    view,
    ground,
    draft: () => ({ ...draft.identity(), typed: typed() }),
    commitDraft: deps.commitDraft,
    onDraftLeft: draft.left,
    onChange,
  })

  return {
    journal,
    autosave,
    commits,
    ground,
    takeDraft: draft.take,
    actions: {
      commit: commits.commit,
      discard() {
        autosave.cancel()
        return queue.run(async () => {
          await deps.discardDocument(ref())
          inputs.drop(inputs.all())
          edits.drop()
          memory.history = emptyHistory
          journal.settled(journal.revision())
          onChange()
        })
      },
      flush: journal.flush,
      async leave() {
        await journal.flush()
        await autosave.now()
      },
    },
    end() {
      ended = true
      autosave.cancel()
    },
  }
}

/** Autosaves the edits in the locale that was edited last. */
function createDocumentAutosave({
  entity,
  edits,
  view,
  isValid,
  defaultLocale,
  save,
}: {
  entity: Collection | Global
  edits: Edits
  view: () => DocumentView
  isValid: (locale: string | null) => boolean
  defaultLocale: string | null
  save: (locale: string | null) => Promise<unknown>
}): DocumentAutosave {
  let lastLocale = defaultLocale
  let canAsk = true
  const interval = entity.versions?.drafts ? entity.versions.autosaveInterval : null
  const autosave = createAutosave({
    interval,
    save: async () => (mayAutosave() ? save(lastLocale) : null),
  })

  function mayAutosave(): boolean {
    if (view().isNew && isCreatedBySave(entity)) return false
    if (isHeldBack()) return false
    // The server would refuse it. The edits stay in the journal until one makes the document valid.
    const locales = [lastLocale, ...localesOf(edits.changes())]
    return entity.versions?.validatesDrafts !== true || locales.every(isValid)
  }

  function isHeldBack(): boolean {
    return isRefused(view().permissions ?? null, localesOf(edits.changes()), canAsk)
  }

  function whilePermitted(apply: () => void): void {
    const wasHeldBack = isHeldBack()
    apply()
    if (wasHeldBack && !isHeldBack() && !edits.isEmpty()) autosave.changed()
  }

  return {
    ...autosave,
    edited(locale) {
      if (locale !== null) lastLocale = locale
      autosave.changed()
    },
    whilePermitted,
    setCanAsk: (next) =>
      whilePermitted(() => {
        canAsk = next
      }),
  }
}

function createDraftWriter({
  fields,
  content,
  deps,
  ref,
  view,
  ground,
  onOtherDraft,
  onTaken,
}: {
  fields: (Collection | Global)['fields']
  content: EditedContent
  deps: WritingDeps
  ref: () => DocRef
  view: () => DocumentView
  ground: () => JsonObject
  onOtherDraft: (view: DocumentView) => void
  /** Called when the draft of another form was merged into this form's, which is to be written. */
  onTaken: () => void
}): DraftWriter {
  const { edits, inputs } = content
  const first = view().draft
  /** `savedAt` of the last draft that the edits include. */
  let draftKnown = first?.savedAt ?? null
  /** Changes of the last written draft. */
  let draftWritten: readonly Change[] = first?.changes ?? []

  function identity(): ReturnType<DraftWriter['identity']> {
    const createdAt = view().base.data['createdAt']
    return { ref: ref(), over: draftKnown, ...(typeof createdAt === 'string' && { createdAt }) }
  }

  async function write(): Promise<void> {
    const written = { changes: edits.changes(), typed: content.typed() }
    const kept = await deps.putDraft({ ...identity(), ...written })
    if (kept?.other) {
      const next = await deps.readView()
      if (next === null) throw new Error('the document is not on this computer any more')
      onOtherDraft(next)
      return write()
    }
    const isNothing = written.changes.length === 0 && written.typed.length === 0
    if (kept === null) return
    draftKnown = kept.savedAt
    draftWritten = written.changes
    if (kept.savedAt !== null || isNothing) return
    if (view().isNew) throw new Error('the new document is not on this computer any more')
    draftKnown = (await deps.putDraft({ ...identity(), ...written, base: view().base }))?.savedAt ?? null
  }

  return {
    identity,
    write,
    left(savedAt) {
      draftKnown = savedAt
      draftWritten = []
    },
    take(kept) {
      if (kept === null || (kept.savedAt === draftKnown && !kept.rewritten)) return
      draftKnown = kept.savedAt
      if (!content.isTyped()) inputs.add(kept.typed ?? [])
      if (kept.rewritten) {
        const newer = newerEdits(draftWritten, kept.changes, edits.changes(), { fields, data: ground() })
        edits.drop()
        edits.takeBack(newer, ground())
      }
      draftWritten = kept.changes
      edits.takeBack(kept.changes, ground())
      // The merged draft is written as this form's own.
      onTaken()
    },
  }
}
