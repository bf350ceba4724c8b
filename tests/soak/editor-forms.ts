import type { DocRef } from '../../shared/cms/doc-ref.ts'
import type { Collection, Global, SiteSchema } from '../../shared/cms/schema-model.ts'
import { applyChanges } from '../../shared/document/apply.ts'
import { effectiveDocument } from '../../shared/document/effective.ts'
import type { Change } from '../../shared/document/change.ts'
import { cellLocale, getValue } from '../../shared/document/path.ts'
import { fieldTypes } from '../../shared/fields/registry.ts'
import type { GalleyBridge } from '../../shared/ipc.ts'
import { sameJson, type Json } from '../../shared/json.ts'
import type { CommitMode } from '../../shared/sync/entry.ts'
import type { DocumentForm } from '../../renderer/form/document-form.ts'
import type { DocumentSession } from '../../renderer/form/document-session.ts'
import type { FormState } from '../../renderer/form/form-state.ts'
import { createOpenDocuments } from '../../renderer/form/open-documents.ts'
import { canonical } from './canonical.ts'
import { cellKey, cellsOfAll, type Cells } from './cells.ts'
import { createSteps, meantByUndo, wantedOf, type Deed, type LastDeed } from './deeds.ts'
import { editRecords } from './edit-records.ts'
import { changeRows } from './editor-rows.ts'
import { NOT_JOURNALLED, type EditRecord, type Orders } from './messages.ts'
import { screenDifference } from './screen-check.ts'
import { textOf } from './values.ts'
import { changedText, MOST_PARAGRAPHS, wordsOfText } from './words.ts'

type ReportEdits = (edits: EditRecord[]) => Promise<void>

/** Errors of reads while a program closes or its disk is full. */
const NOT_READ = /^documents\.get: database$/

const whole = { path: '', value: null, from: null, undone: false, base: null }

/** A person at the real forms, one per document: types, edits rows, undoes, saves, leaves. */
export function createForms(options: {
  bridge: GalleyBridge
  schema: () => SiteSchema | null
  trouble: (text: string) => void
}) {
  const { bridge, schema, trouble } = options
  const documents = createOpenDocuments({ bridge, types: fieldTypes })
  const open = new Map<string, { session: DocumentSession; release: () => void }>()
  const steps = createSteps()
  bridge.on('documents.idAssigned', ({ tempId, value }) => {
    if (value !== undefined) steps.renamed(tempId, value)
  })
  /** The last deed of each form, and if it is one step. */
  const lastDone = new Map<string, LastDeed & { isOneStep: boolean }>()

  function entityOf(ref: DocRef): Collection | Global {
    const entity =
      ref.kind === 'global'
        ? schema()?.globals.find(({ slug }) => slug === ref.slug)
        : schema()?.collections.find(({ slug }) => slug === ref.slug)
    if (!entity) throw new Error('no schema yet')
    return entity
  }

  async function formOf(asked: DocRef): Promise<{ session: DocumentSession; form: DocumentForm }> {
    const { ref } = await bridge.call('documents.resolveId', { ref: asked })
    const session = documents.open(ref, entityOf(ref), { defaultLocale: 'en', asksServer: false })
    if (!open.has(session.key)) {
      const release = documents.retain(session)
      if (release) open.set(session.key, { session, release })
    }
    const form = await ready(session)
    if (form) return { session, form }
    close(session)
    throw new Error(`the form is ${session.getSnapshot().status}`)
  }

  function close(session: DocumentSession): void {
    open.get(session.key)?.release()
    open.delete(session.key)
  }

  /** A form with unwritten edits stays open: the program asks before closing it. */
  async function leave(session: DocumentSession, form: DocumentForm): Promise<void> {
    await form.leave()
    if (form.getDocument().journal.kind === 'failed') throw new Error(NOT_JOURNALLED)
    close(session)
  }

  const baseOf = (form: DocumentForm): string | null => form.getDocument().view.base.updatedAt
  const cellsIn = (form: DocumentForm): Cells => cellsOfAll(form.entity.fields, form.data())

  /** Returns the cells below the form: the base and the queued entries. */
  function belowForm(form: DocumentForm): Cells {
    const { fields } = form.entity
    const { base, entries, adjusted } = form.getDocument().view
    const layers = { base: base.data, entries, draft: null, adjusted }
    return cellsOfAll(fields, effectiveDocument({ fields, types: fieldTypes }, layers).data)
  }

  /** Performs an operation and returns its intended edits. A form that shows anything else is a trouble. */
  function does(
    ref: DocRef,
    session: DocumentSession,
    form: DocumentForm,
    act: () => Deed | null,
  ): EditRecord[] {
    const before = cellsIn(form)
    const changesBefore = form.changes()
    const deed = act()
    const after = cellsIn(form)
    const changes = form.changes()
    const held = (list: readonly Change[], key: string): Change | undefined =>
      list.find((change) => change.kind === 'set' && cellKey(change.path, change.locale) === key)
    const target = deed?.do === 'set' || deed?.do === 'items' ? cellKey(deed.path, deed.locale) : null
    // A cell whose edit came to nothing shows the value below as soon as the person goes on.
    const below = belowForm(form)
    const isTakenBack = (key: string): boolean => {
      const was = held(changesBefore, key)
      if (was?.kind !== 'set' || held(changes, key) !== undefined) return false
      const wanted = key === target && deed?.do === 'set' ? deed.value : was.to
      return (
        canonical(was.from) === canonical(wanted) && canonical(after.get(key)) === canonical(below.get(key))
      )
    }
    const { cells, wrong } =
      deed === null
        ? { cells: before, wrong: differencesOf(before, after) }
        : wantedOf(deed, before, after, isTakenBack)
    for (const text of wrong)
      trouble(`the form did not what was done in it (${JSON.stringify(deed)}): ${text}`)
    steps.did(before, after)
    if (deed !== null) lastDone.set(session.key, { before, after, below, isOneStep: deed.do !== 'add' })
    const base = baseOf(form)
    return editRecords({ ref, base, undone: false }, before, cells)
  }

  /** Undoes or redoes a step. Only deeds of this process are undone, the last one at once. */
  function goesBack(
    ref: DocRef,
    session: DocumentSession,
    form: DocumentForm,
    direction: 'undo' | 'redo',
  ): EditRecord[] {
    const before = cellsIn(form)
    form[direction]()
    const after = cellsIn(form)
    const below = belowForm(form)
    const last = lastDone.get(session.key)
    lastDone.delete(session.key)
    const isLast = last !== undefined && differencesOf(last.after, before).length === 0
    if (direction === 'undo' && isLast && differencesOf(last.before, last.after).length > 0) {
      if (differencesOf(before, after).length === 0)
        trouble('an undo did nothing, and what was done last stands')
      else if (last.isOneStep)
        for (const text of differencesOf(meantByUndo(last, below, after), after))
          trouble(`an undo of what was done last: ${text}`)
    }
    const isBelow = (key: string, value: Json): boolean => canonical(below.get(key)) === canonical(value)
    const { adjusted } = form.getDocument().view
    const sentAs = (key: string, value: Json): Json =>
      adjusted.find(
        ({ path, locale, stored }) => cellKey(path, locale) === key && canonical(stored) === canonical(value),
      )?.sent ?? value
    for (const text of steps.withoutReason(before, after, isBelow, sentAs))
      trouble(`${direction} of what was not done here: ${text}`)
    steps.did(before, after)
    const base = baseOf(form)
    return editRecords({ ref, base, undone: true }, before, after)
  }

  /** Reports the result in the same tick, and waits until it is journalled. */
  async function journalled(
    form: DocumentForm,
    edits: EditRecord[],
    reportEdits: ReportEdits,
  ): Promise<void> {
    if (edits.length === 0) throw new Error('nothing to do')
    await reportEdits(edits)
    if (!(await form.flush())) throw new Error(NOT_JOURNALLED)
    // A journalled edit counts as such even if it cannot be read back.
    const difference = await screenDifference(bridge, form).catch((error: unknown) => {
      if (error instanceof Error && NOT_READ.test(error.message)) return null
      throw error
    })
    if (difference !== null) trouble(`the screen is not what is stored: ${difference}`)
  }

  async function edit(
    ref: DocRef,
    locale: string,
    act: (state: FormState) => Deed | null,
    reportEdits: ReportEdits,
  ): Promise<void> {
    const { session, form } = await formOf(ref)
    const edits = does(ref, session, form, () => act(form.inLocale(locale)))
    await journalled(form, edits, reportEdits)
  }

  return {
    type: ({ ref, locale, path, localized, value }: Orders['type']['input'], reportEdits: ReportEdits) =>
      edit(
        ref,
        locale,
        (state) => {
          state.setField(path, value, { typing: typeof value === 'string' })
          // Leaving the field shows the value below if the edit came to nothing.
          state.blur()
          return { do: 'set', path, locale: localized ? locale : null, value }
        },
        reportEdits,
      ),
    toggle: (
      { ref, locale, path, localized, add, draw }: Orders['toggle']['input'],
      reportEdits: ReportEdits,
    ) =>
      edit(
        ref,
        locale,
        (state) => {
          const { value } = state.getField(path)
          const items = Array.isArray(value) ? value : []
          const gone = items[Math.floor(draw * items.length)]
          const isFull = items.some((item) => sameJson(item, add)) || items.length >= 6
          if (add === null ? gone === undefined : isFull) return null
          const next = add === null ? items.filter((item) => item !== gone) : [...items, add]
          state.setField(path, next)
          return { do: 'items', path, locale: localized ? locale : null, items: next }
        },
        reportEdits,
      ),
    words: (
      { ref, locale, path, localized, how, draw, number }: Orders['words']['input'],
      reportEdits: ReportEdits,
    ) =>
      edit(
        ref,
        locale,
        (state) => {
          const { value } = state.getField(path)
          const words = wordsOfText(value)
          if (how === 'add' ? words.length >= MOST_PARAGRAPHS : words.length === 0) return null
          const next = changedText(value, how, draw, textOf('mine', number))
          state.setField(path, next, { typing: how === 'edit' })
          state.blur()
          return { do: 'items', path, locale: localized ? locale : null, items: wordsOfText(next) }
        },
        reportEdits,
      ),
    async bulk(
      { refs, locale, path, localized, value, mode }: Orders['bulk']['input'],
      reportEdits: ReportEdits,
    ): Promise<{ leftOut: string[] }> {
      const records: EditRecord[] = []
      const ids: string[] = []
      for (const asked of refs) {
        const { ref } = await bridge.call('documents.resolveId', { ref: asked })
        const view = await bridge.call('documents.get', { ref })
        if (view === null || ref.kind === 'global') continue
        const { fields } = entityOf(ref)
        const { base, entries, adjusted } = view
        const { data } = effectiveDocument(
          { fields, types: fieldTypes },
          { base: base.data, entries, draft: null, adjusted },
        )
        const cell = { path, locale: localized ? locale : null }
        const from = cellsOfAll(fields, data).get(cellKey(path, cell.locale)) ?? null
        ids.push(ref.id)
        if (canonical(from) !== canonical(value))
          records.push({ ...whole, ...cell, ref, what: 'set', value, from, base: base.updatedAt })
      }
      const [first] = refs
      if (first === undefined || records.length === 0) throw new Error('nothing to do')
      await reportEdits(records)
      const values = [{ path, locale: localized ? locale : null, value }]
      const { leftOut } = await bridge.call('documents.editMany', {
        slug: first.slug,
        ids,
        mode,
        locale,
        values,
      })
      return { leftOut: leftOut.map(({ id }) => id) }
    },
    rows: (input: Orders['rows']['input'], reportEdits: ReportEdits) =>
      edit(input.ref, input.locale, (state) => changeRows(state, input), reportEdits),
    async undo({ ref, direction, times }: Orders['undo']['input'], reportEdits: ReportEdits): Promise<void> {
      const { session, form } = await formOf(ref)
      const edits: EditRecord[] = []
      for (let time = 0; time < times; time += 1) edits.push(...goesBack(ref, session, form, direction))
      await journalled(form, edits, reportEdits)
    },
    async save({ ref, locale, mode }: Orders['save']['input'], reportEdits: ReportEdits): Promise<void> {
      const { session, form } = await formOf(ref)
      if (mode === 'publish') {
        const asked = { ...whole, ref, locale, what: 'publish' as const, base: baseOf(form) }
        const [, outcome] = await Promise.all([reportEdits([asked]), session.save('publish', locale)])
        if (!outcome.saved) throw new Error('not valid')
      } else if (mode === 'autosave') await form.commit('autosave', locale)
      else await session.save(mode === 'save' ? 'save' : 'draft', locale)
    },
    async create(
      { slug, locale, cells, mode }: Orders['create']['input'],
      reportEdits: ReportEdits,
    ): Promise<{ ref: DocRef }> {
      const { ref } = await bridge.call('documents.create', { slug })
      const { fields } = entityOf(ref)
      // Without the form, whose undo could remove the marker.
      const data = (await bridge.call('documents.get', { ref }))?.base.data ?? {}
      const changes = Object.entries(cells).map(([path, to]): Change => {
        const cell = { path, locale: cellLocale(fields, data, path, locale) }
        return { kind: 'set', ...cell, from: getValue(fields, data, path, locale), to }
      })
      const edits = editRecords(
        { ref, base: null, undone: false },
        cellsOfAll(fields, data),
        cellsOfAll(fields, applyChanges(fields, data, changes)),
      )
      await reportEdits([{ ...whole, ref, locale, what: 'create' }, ...edits])
      await bridge.call('drafts.put', { ref, changes })
      await bridge.call('drafts.commit', { ref, locale, changes, mode })
      return { ref }
    },
    async unpublish({ ref, locale }: Orders['unpublish']['input'], reportEdits: ReportEdits): Promise<void> {
      const { session, form } = await formOf(ref)
      const asked = { ...whole, ref, locale, what: 'unpublish' as const, base: baseOf(form) }
      await Promise.all([reportEdits([asked]), session.unpublish(locale)])
    },
    async remove({ ref: asked }: Orders['remove']['input'], reportEdits: ReportEdits): Promise<void> {
      const { session, form } = await formOf(asked)
      // A person leaves the form first, so its last write comes before the deletion.
      await leave(session, form)
      const shown = baseOf(form)
      await reportEdits([{ ...whole, ref: asked, locale: null, what: 'delete', base: shown }])
      const ref = form.getRef()
      await bridge.call('drafts.commit', { ref, locale: null, changes: [], mode: 'delete', shown })
    },
    async restore(
      { ref: asked }: Orders['restore']['input'],
      reportEdits: ReportEdits,
    ): Promise<{ restored: true }> {
      const { ref } = await bridge.call('documents.resolveId', { ref: asked })
      if (ref.kind === 'global') throw new Error('nothing to do')
      await reportEdits([{ ...whole, ref: asked, locale: null, what: 'restore' }])
      const input = { slug: ref.slug, ids: [ref.id], publish: false }
      const answer = await bridge.call('trash.restore', input)
      // Not in the trash, or no answer.
      if (answer.outcome !== 'done' || !answer.done.includes(ref.id)) throw new Error('nothing to do')
      await bridge.call('documents.refresh', { ref })
      return { restored: true }
    },
    async leave(asked: DocRef): Promise<void> {
      const { session, form } = await formOf(asked)
      await leave(session, form)
    },
    /** Writes the edits of all open forms. */
    async flush(): Promise<{ unwritten: number }> {
      const forms = [...open.values()].flatMap(({ session }) => session.getSnapshot().form ?? [])
      const written = await Promise.all(forms.map((form) => form.flush()))
      return { unwritten: written.filter((isWritten) => !isWritten).length }
    },
    /** Queues the draft of a document; false: there is none. */
    async sweep(ref: DocRef): Promise<boolean> {
      const view = await bridge.call('documents.get', { ref })
      if (!view?.draft) return false
      const { session, form } = await formOf(ref)
      const mode: CommitMode = entityOf(ref).versions?.drafts ? 'draft' : 'save'
      await form.commit(mode, 'en')
      await leave(session, form)
      return true
    },
  }
}

/** Resolves to the form once it is read; null if the document is not here. */
function ready(session: DocumentSession): Promise<DocumentForm | null> {
  return new Promise((resolve) => {
    const look = (): boolean => {
      const { status, form } = session.getSnapshot()
      if (status === 'loading') return false
      resolve(status === 'ready' ? form : null)
      return true
    }
    if (look()) return
    const stop = session.subscribe(() => {
      if (look()) stop()
    })
  })
}

function differencesOf(a: Cells, b: Cells): string[] {
  return [...new Set([...a.keys(), ...b.keys()])].flatMap((key) => {
    const [was, is] = [canonical(a.get(key)), canonical(b.get(key))]
    return was === is ? [] : [`${key} shows ${is.slice(0, 200)}, meant was ${was.slice(0, 200)}`]
  })
}
