import { refKey, type DocRef } from '../../shared/cms/doc-ref.ts'
import { applyChanges } from '../../shared/document/apply.ts'
import type { Change } from '../../shared/document/change.ts'
import { coalesceChanges } from '../../shared/document/coalesce.ts'
import { getValue, joinPath, rowIds } from '../../shared/document/path.ts'
import { newRowId } from '../../shared/document/row-id.ts'
import type { SiteSchema } from '../../shared/cms/schema-model.ts'
import type { DocumentView, GalleyBridge } from '../../shared/ipc.ts'
import { isPlainJson, sameJson, type Json, type JsonObject } from '../../shared/json.ts'
import type { WriteMode } from '../../shared/sync/entry.ts'
import { createSerialQueue, type SerialQueue } from '../../renderer/form/serial-queue.ts'
import { MOST_ROWS } from './kinds.ts'
import type { EditRecord, Orders } from './messages.ts'

type ReportEdits = (edits: EditRecord[]) => Promise<void>
type Input = Orders['rows']['input']

/**
 * A person who edits rows, which the forms cannot yet: the same calls in the same order, the changes of a document
 * and locale kept until they are committed. One locale at a time: with another one, what waits is saved first.
 */
export function createRowsEditor(options: { bridge: GalleyBridge; schema: () => SiteSchema | null }) {
  const { bridge, schema } = options
  const queues = new Map<string, SerialQueue>()

  async function inQueue<T>(asked: DocRef, task: (view: DocumentView) => Promise<T>): Promise<T> {
    const { ref } = await bridge.call('documents.resolveId', { ref: asked })
    const queue = queues.get(refKey(ref)) ?? createSerialQueue()
    queues.set(refKey(ref), queue)
    return queue.run(async () => {
      const view = await bridge.call('documents.get', { ref })
      if (!view) throw new Error('not here')
      return task(view)
    })
  }

  const fieldsOf = (ref: DocRef) =>
    (ref.kind === 'global'
      ? schema()?.globals.find(({ slug }) => slug === ref.slug)
      : schema()?.collections.find(({ slug }) => slug === ref.slug)
    )?.fields ?? []

  async function commitOthers(view: DocumentView, locale: string | null, mode: WriteMode): Promise<boolean> {
    const others = view.drafts.filter((draft) => draft.locale !== locale && draft.changes.length > 0)
    for (const { locale: other, changes } of others)
      await bridge.call('drafts.commit', { ref: view.ref, locale: other, changes, mode })
    return others.length > 0
  }

  function under(view: DocumentView, locale: string | null): { data: JsonObject; mine: Change[] } {
    const fields = fieldsOf(view.ref)
    const queued = view.entries.reduce(
      (data, entry) => applyChanges(fields, data, entry.changes, entry.locale),
      view.base.data,
    )
    const mine = view.drafts.filter((draft) => draft.locale === locale).flatMap((draft) => draft.changes)
    return { data: applyChanges(fields, queued, mine, locale), mine }
  }

  /** `make` sees the document as it is on the screen. Null: there is nothing to do. */
  async function edit(
    ref: DocRef,
    locale: string | null,
    make: (data: JsonObject) => { change: Change; edits: EditRecord[] } | null,
    reportEdits: ReportEdits,
  ): Promise<void> {
    await inQueue(ref, async (found) => {
      const other = await commitOthers(found, locale, 'draft')
      const view = other ? await bridge.call('documents.get', { ref: found.ref }) : found
      if (!view) throw new Error('not here')
      const { data, mine } = under(view, locale)
      const made = make(data)
      if (made === null) throw new Error('nothing to do')
      await reportEdits(made.edits)
      const changes = coalesceChanges(mine, [made.change])
      await bridge.call('drafts.put', { ref: view.ref, locale, changes })
    })
  }

  return {
    write: ({ ref, locale, list, path, value, draw }: Orders['write']['input'], reportEdits: ReportEdits) =>
      edit(
        ref,
        locale,
        (data) => {
          const fields = fieldsOf(ref)
          const ids = list === null ? [] : rowIds(getValue(fields, data, list, locale))
          const row = ids[Math.floor(draw * ids.length)]
          if (list !== null && row === undefined) return null
          const at = list === null ? path : joinPath(list, row ?? '', path)
          const from = getValue(fields, data, at, locale)
          if (
            sameJson(from, value) ||
            (list !== null && isOther(getValue(fields, data, joinPath(list, row ?? ''), locale)))
          )
            return null
          return {
            change: { kind: 'set', path: at, from, to: value },
            edits: [{ ref, locale, what: 'set', path: at, value }],
          }
        },
        reportEdits,
      ),
    rows: (input: Input, reportEdits: ReportEdits) =>
      edit(input.ref, input.locale, (data) => changeRows(data, input), reportEdits),
    commit: (ref: DocRef, locale: string | null, mode: WriteMode, reportEdits: ReportEdits) =>
      inQueue(ref, async (view) => {
        await commitOthers(view, locale, mode === 'save' ? 'save' : 'draft')
        if (mode === 'publish') await reportEdits([{ ref, locale, what: 'publish', path: '', value: null }])
        const changes = view.drafts.find((draft) => draft.locale === locale)?.changes ?? []
        await bridge.call('drafts.commit', { ref: view.ref, locale, changes, mode })
      }),
    remove: (ref: DocRef, reportEdits: ReportEdits) =>
      inQueue(ref, async (view) => {
        await reportEdits([{ ref, locale: null, what: 'delete', path: '', value: null }])
        await bridge.call('drafts.commit', { ref: view.ref, locale: null, changes: [], mode: 'delete' })
      }),
  }

  function changeRows(data: JsonObject, input: Input): { change: Change; edits: EditRecord[] } | null {
    const { ref, locale, list, how, fresh, draw, draw2 } = input
    const ids = rowIds(getValue(fieldsOf(ref), data, list, locale))
    const rows = (to: string[], added: Record<string, JsonObject>): Change => ({
      kind: 'rows',
      path: list,
      from: ids,
      to,
      added,
    })
    const record = (what: EditRecord['what'], path: string, value: Json): EditRecord => ({
      ref,
      locale,
      what,
      path,
      value,
    })
    if (how === 'add') {
      if (ids.length >= MOST_ROWS) return null
      const id = newRowId()
      const to = ids.toSpliced(Math.floor(draw * (ids.length + 1)), 0, id)
      const cells = leavesOf(fresh).map(([path, value]) => record('set', joinPath(list, id, path), value))
      return {
        change: rows(to, { [id]: { ...fresh, id } }),
        edits: [record('row-add', list, id), ...cells],
      }
    }
    const id = ids[Math.floor(draw * ids.length)]
    if (id === undefined) return null
    const without = ids.filter((other) => other !== id)
    if (how === 'remove') return { change: rows(without, {}), edits: [record('row-remove', list, id)] }
    const to = without.toSpliced(Math.floor(draw2 * (without.length + 1)), 0, id)
    return sameJson(to, ids) ? null : { change: rows(to, {}), edits: [] }
  }
}

/** The texts and numbers of a new row that are edits of their own, with their paths. */
function leavesOf(row: JsonObject, prefix = ''): [string, Json][] {
  return Object.entries(row).flatMap(([name, value]): [string, Json][] => {
    if (name === 'blockType') return []
    const path = joinPath(prefix, name)
    return isPlainJson(value) ? leavesOf(value, path) : [[path, value]]
  })
}

/** A block of another kind than those whose cells are edited. */
const isOther = (row: Json): boolean => isPlainJson(row) && row['blockType'] === 'hero'
