import type { Field } from '../../shared/cms/schema-model.ts'
import { openDifferences } from '../../shared/document/open-differences.ts'
import type { DocumentView } from '../../shared/ipc.ts'
import type { DocState } from '../../shared/sync/entry.ts'
import { documentState } from '../../shared/sync/queue.ts'
import type { Commits } from './commits.ts'
import type { EditedContent } from './document-writing.ts'
import { keepSameDocument, type DocumentSnapshot } from './form-snapshot.ts'
import type { Journal } from './journal.ts'

/** The snapshot of an open document, and its listeners. */
export type DocumentSnapshots = {
  get: () => DocumentSnapshot
  subscribe: (listener: () => void) => () => void
  /** Called on any change: takes the snapshot anew and notifies the listeners if it differs. */
  changed: () => void
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

export function createDocumentSnapshots(options: {
  fields: Field[]
  view: () => DocumentView
  content: EditedContent
  commits: Pick<Commits, 'all'>
  journal: Pick<Journal, 'state'>
}): DocumentSnapshots {
  const { fields, content, commits, journal } = options
  const { edits } = content
  const listeners = new Set<() => void>()
  let snapshot: DocumentSnapshot | null = null

  const pending = (): boolean => !edits.isEmpty() || commits.all().length > 0

  function takeDocument(): DocumentSnapshot {
    const view = options.view()
    const isTyped = content.isTyped()
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
    const view = options.view()
    if (view.differences.length === 0) return view.differences
    const newer = [...edits.changes(), ...commits.all().flatMap(({ changes }) => changes)]
    return openDifferences(fields, view.base.data, view.differences, newer)
  }

  return {
    get: () => (snapshot ??= takeDocument()),
    subscribe(listener) {
      // A later snapshot is compared with this one.
      snapshot ??= takeDocument()
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    changed() {
      const before = snapshot
      if (before === null) return
      snapshot = keepSameDocument(before, takeDocument())
      if (snapshot !== before) for (const listener of listeners) listener()
    },
  }
}
