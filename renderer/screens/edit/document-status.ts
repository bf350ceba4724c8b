import type { DocumentView } from '../../../shared/ipc.ts'
import { publishes, type OutboxEntry } from '../../../shared/sync/entry.ts'
import type { DocStatus } from '../../ui/status-dot/status-dot.tsx'

/**
 * Draft, published, or published with newer edits. What waits to be published is not published yet: the server has to
 * say so first (SY16). Null for documents without drafts.
 */
export function documentStatus(view: DocumentView, dirty: boolean, drafts: boolean): DocStatus | null {
  if (!drafts) return null
  if (queuedPublish(view) !== null) return 'to-publish'
  const { status, hasPublished } = view.base
  if (status !== 'published') return hasPublished === true ? 'changed' : 'draft'
  return dirty || view.entries.some((entry) => entry.changes.length > 0) ? 'changed' : 'published'
}

/** The publish that has not left yet, and that can be taken back. */
export function queuedPublish(view: DocumentView): OutboxEntry | null {
  return (
    view.entries.find(({ mode, state }) => publishes(mode) && (state === 'waiting' || state === 'parked')) ??
    null
  )
}

/** Whether something of this document waits for a person's decision. */
export function hasConflict(view: DocumentView): boolean {
  return view.entries.some(({ problem }) => problem?.code === 'conflict')
}

/** Whether publishing would change anything on the server. */
export function canPublishSomething(view: DocumentView, dirty: boolean): boolean {
  if (view.entries.at(-1)?.mode === 'publish' && !dirty) return false
  return documentStatus(view, dirty, true) !== 'published'
}

/** Whether there is a published version that could be taken back, and nothing has asked for that yet. */
export function canUnpublish(view: DocumentView): boolean {
  const published = view.base.status === 'published' || view.base.hasPublished === true
  return published && !view.entries.some((entry: OutboxEntry) => entry.mode === 'unpublish')
}
