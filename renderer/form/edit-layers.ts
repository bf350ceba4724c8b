import type { Field } from '../../shared/cms/schema-model.ts'
import { applyChanges } from '../../shared/document/apply.ts'
import type { Change } from '../../shared/document/change.ts'
import { getValue } from '../../shared/document/path.ts'
import { coalesceChanges } from '../../shared/document/rebase.ts'
import type { DocumentView, EventPayload } from '../../shared/ipc.ts'
import { sameJson, shareJson, type Json, type JsonObject } from '../../shared/json.ts'
import { emptyAsNull, formFields, pathsTouch, sameFieldValue } from './field-paths.ts'

export type ServerAdjusted = EventPayload<'documents.changed'>['serverAdjusted'][number]

/** Changes that were handed to main and are not part of the view yet. */
type Committed = { changes: Change[]; settled: boolean }

export type EditLayers = {
  view: () => DocumentView
  /** The document as it is on the screen, in all locales. */
  data: () => JsonObject
  /** What a field holds on the screen. */
  value: (path: string) => Json
  /** Takes what a person made of a field. */
  set: (path: string, value: Json) => void
  /** All edits that are not handed over yet, with what lay under each when it was made. */
  changes: () => Change[]
  /** True where an edit of this field, or within it, is not in an outbox entry yet. */
  edited: (path: string) => boolean
  /** True while anything here is not part of an outbox entry as far as is known. */
  pending: () => boolean
  /** Moves all edits to a commit; edits made from now on lie on top of them. */
  beginCommit: () => Committed
  endCommit: (commit: Committed) => void
  /** The edits were not taken: they are edits again, together with those made meanwhile. */
  cancelCommit: (commit: Committed) => void
  /**
   * Takes a newer view under the edits (SY5). It must have been read after the last commit that has ended. Edits stay as they were made; those that the view already holds are
   * dropped. Answers the fields that somebody else changed, and whether edits were dropped.
   */
  receive: (view: DocumentView) => { updated: string[]; dropped: boolean }
  /** The server stored an own value differently than it was sent: later edits lie on what it stored. */
  adjustToServer: (items: readonly ServerAdjusted[]) => boolean
}

/**
 * The three layers of an open document in one locale, plus the edits on the screen: base, entries and other locales'
 * drafts come with the view, `committed` is on its way to main, `edits` is what the journal keeps. Nothing here knows
 * of time or of React.
 */
export function createEditLayers(options: {
  fields: Field[]
  locale: string | null
  view: DocumentView
}): EditLayers {
  const { fields, locale } = options
  const all = formFields(fields)
  let view = options.view
  let committed: Committed[] = []
  let edits = byPath(view.drafts.filter((draft) => draft.locale === locale).flatMap((draft) => draft.changes))
  /** What lies under the edits, and with the edits; the latter is made when somebody asks. */
  let below = belowEdits()
  let above: JsonObject | null = null
  /** Values that the server made of own ones, so that they are not taken for somebody else's edit. */
  const own = new Map<string, Json[]>()

  function belowEdits(): JsonObject {
    let data = underCommits(fields, locale, view)
    for (const commit of committed) data = applyChanges(fields, data, commit.changes, locale)
    return data
  }

  function moved(): void {
    below = belowEdits()
    above = null
  }

  const data = () =>
    (above ??= edits.size === 0 ? below : applyChanges(fields, below, [...edits.values()], locale))

  function value(path: string): Json {
    const edit = edits.get(path)
    if (edit?.kind === 'set') return edit.to
    for (const other of edits.keys())
      if (pathsTouch(other, path)) return getValue(fields, data(), path, locale)
    return getValue(fields, below, path, locale)
  }

  return {
    view: () => view,
    data,
    value,
    set(path, next) {
      const before = edits.get(path)
      const from = before?.kind === 'set' ? before.from : getValue(fields, below, path, locale)
      const to = emptyAsNull(next)
      if (sameFieldValue(all.get(path)?.field, from, to)) edits.delete(path)
      else edits.set(path, { kind: 'set', path, from, to })
      above = null
    },
    changes: () => [...edits.values()],
    edited(path) {
      for (const edit of edits.keys()) if (edit === path || edit.startsWith(`${path}.`)) return true
      return committed.some(({ changes }) =>
        changes.some((item) => item.path === path || item.path.startsWith(`${path}.`)),
      )
    },
    pending: () => edits.size > 0 || committed.length > 0,
    beginCommit() {
      const commit: Committed = { changes: [...edits.values()], settled: false }
      committed.push(commit)
      edits = new Map()
      moved()
      return commit
    },
    endCommit(commit) {
      commit.settled = true
      // Nothing was handed over, so there is nothing to wait for in a view.
      if (commit.changes.length === 0) committed = committed.filter((other) => other !== commit)
    },
    cancelCommit(commit) {
      committed = committed.filter((other) => other !== commit)
      edits = byPath(coalesceChanges(commit.changes, [...edits.values()]))
      moved()
    },
    receive(next) {
      const before = { base: view.base.data, values: valuesOf(all.keys(), value) }
      // What the server makes of an own write, in whatever field, is nobody else's edit.
      const answered =
        holdsAnswer(view, next) || (committed.some(({ settled }) => settled) && next.entries.length === 0)
      committed = committed.filter((commit) => !commit.settled)
      view = { ...next, base: { ...next.base, data: shareJson(view.base.data, next.base.data) } }
      moved()
      const dropped = dropAlreadyApplied()
      const updated = [...all.keys()].filter((path) => {
        const { field } = all.get(path) ?? {}
        if (answered || sameFieldValue(field, value(path), before.values.get(path) ?? null)) return false
        const stored = getValue(fields, view.base.data, path, locale)
        if (own.get(path)?.some((one) => sameJson(one, stored))) return false
        return !sameJson(getValue(fields, before.base, path, locale), stored)
      })
      return { updated, dropped }
    },
    adjustToServer(items) {
      let touched = false
      for (const { path, sent, stored, locale: where } of items) {
        if (where !== locale && all.get(path)?.localized !== false) continue
        own.set(path, [...(own.get(path) ?? []), stored])
        const edit = edits.get(path)
        if (edit?.kind === 'set' && sameJson(edit.from, sent)) {
          touched = true
          if (sameJson(edit.to, stored)) edits.delete(path)
          else edits.set(path, { ...edit, from: stored })
        }
        for (const commit of committed) {
          commit.changes = commit.changes.map((item) =>
            item.kind === 'set' && item.path === path && sameJson(item.to, sent)
              ? { ...item, to: stored }
              : item,
          )
        }
      }
      moved()
      return touched
    },
  }

  function dropAlreadyApplied(): boolean {
    const size = edits.size
    for (const [path, edit] of edits) {
      if (edit.kind === 'set' && sameJson(getValue(fields, below, path, locale), edit.to)) edits.delete(path)
    }
    if (edits.size !== size) above = null
    return edits.size !== size
  }
}

/** Base, entries in order, and the drafts of other locales: what is not localized is shared between them. */
function underCommits(fields: Field[], locale: string | null, view: DocumentView): JsonObject {
  let data = view.base.data
  for (const entry of view.entries) data = applyChanges(fields, data, entry.changes, entry.locale)
  for (const draft of view.drafts) {
    if (draft.locale !== locale) data = applyChanges(fields, data, draft.changes, draft.locale)
  }
  return data
}

/** Whether the newer view holds the server's answer to an own write that was still to be sent in the older one. */
function holdsAnswer(before: DocumentView, after: DocumentView): boolean {
  if (before.isNew && !after.isNew) return true
  return before.entries.some(
    ({ key, state }) => state !== 'parked' && !after.entries.some((entry) => entry.key === key),
  )
}

function byPath(changes: readonly Change[]): Map<string, Change> {
  return new Map(changes.map((item) => [item.path, item]))
}

function valuesOf(paths: Iterable<string>, value: (path: string) => Json): Map<string, Json> {
  return new Map([...paths].map((path) => [path, value(path)]))
}
