import type { DocRef } from '../../shared/cms/doc-ref.ts'
import type { Collection, Global, SiteSchema } from '../../shared/cms/schema-model.ts'
import { applyChanges } from '../../shared/document/apply.ts'
import type { Change } from '../../shared/document/change.ts'
import { cellLocale, getValue } from '../../shared/document/path.ts'
import { fieldTypes } from '../../shared/fields/registry.ts'
import type { GalleyBridge } from '../../shared/ipc.ts'
import { sameJson } from '../../shared/json.ts'
import type { WriteMode } from '../../shared/sync/entry.ts'
import type { DocumentForm } from '../../renderer/form/document-form.ts'
import type { DocumentSession } from '../../renderer/form/document-session.ts'
import type { FormState } from '../../renderer/form/form-state.ts'
import { createOpenDocuments } from '../../renderer/form/open-documents.ts'
import { editRecords } from './edit-records.ts'
import { changeRows } from './editor-rows.ts'
import { NOT_JOURNALLED, type EditRecord, type Orders } from './messages.ts'
import { screenDifference } from './screen-check.ts'

type ReportEdits = (edits: EditRecord[]) => Promise<void>

const whole = { path: '', value: null, from: null, undone: false, base: null }

/** A person at the real forms, one per document: types, edits rows, takes back, saves, leaves. */
export function createForms(options: {
  bridge: GalleyBridge
  schema: () => SiteSchema | null
  trouble: (text: string) => void
}) {
  const { bridge, schema, trouble } = options
  const documents = createOpenDocuments({ bridge, types: fieldTypes })
  const open = new Map<string, { session: DocumentSession; release: () => void }>()

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

  /** A form whose text could not be written stays: the program asks before it is closed. */
  async function leave(session: DocumentSession, form: DocumentForm): Promise<void> {
    await form.leave()
    if (form.getDocument().journal.kind === 'failed') throw new Error(NOT_JOURNALLED)
    close(session)
  }

  /** What an operation made of the document. */
  function does(ref: DocRef, form: DocumentForm, undone: boolean, act: () => void): EditRecord[] {
    const before = form.data()
    act()
    const base = form.getDocument().view.base.updatedAt
    return editRecords({ ref, fields: form.entity.fields, base, undone }, before, form.data())
  }

  /** Reports what came of it in the same tick, and waits until it is journalled. */
  async function journalled(
    form: DocumentForm,
    edits: EditRecord[],
    reportEdits: ReportEdits,
  ): Promise<void> {
    if (edits.length === 0) throw new Error('nothing to do')
    await reportEdits(edits)
    if (!(await form.flush())) throw new Error(NOT_JOURNALLED)
    const difference = await screenDifference(bridge, form)
    if (difference !== null) trouble(`the screen is not what is stored: ${difference}`)
  }

  async function edit(
    ref: DocRef,
    locale: string,
    act: (state: FormState) => void,
    reportEdits: ReportEdits,
  ): Promise<void> {
    const { form } = await formOf(ref)
    const edits = does(ref, form, false, () => act(form.inLocale(locale)))
    await journalled(form, edits, reportEdits)
  }

  return {
    type: ({ ref, locale, path, value }: Orders['type']['input'], reportEdits: ReportEdits) =>
      edit(
        ref,
        locale,
        (state) => {
          state.setField(path, value, { typing: typeof value === 'string' })
          // The person goes on to another field: what came to nothing shows what is there now.
          state.blur()
        },
        reportEdits,
      ),
    toggle: ({ ref, locale, path, add, draw }: Orders['toggle']['input'], reportEdits: ReportEdits) =>
      edit(
        ref,
        locale,
        (state) => {
          const { value } = state.getField(path)
          const items = Array.isArray(value) ? value : []
          const known = items.some((item) => sameJson(item, add))
          const gone = items[Math.floor(draw * items.length)]
          if (add === null)
            state.setField(
              path,
              items.filter((item) => item !== gone),
            )
          else if (!known && items.length < 6) state.setField(path, [...items, add])
        },
        reportEdits,
      ),
    rows: (input: Orders['rows']['input'], reportEdits: ReportEdits) =>
      edit(input.ref, input.locale, (state) => changeRows(state, input), reportEdits),
    async undo({ ref, direction, times }: Orders['undo']['input'], reportEdits: ReportEdits): Promise<void> {
      const { form } = await formOf(ref)
      const edits: EditRecord[] = []
      for (let time = 0; time < times; time += 1)
        edits.push(...does(ref, form, true, () => void form[direction]()))
      await journalled(form, edits, reportEdits)
    },
    async save({ ref, locale, mode }: Orders['save']['input'], reportEdits: ReportEdits): Promise<void> {
      const { session, form } = await formOf(ref)
      if (mode === 'publish') {
        await reportEdits([{ ...whole, ref, locale, what: 'publish' }])
        if (!(await session.save('publish', locale)).saved) throw new Error('not valid')
      } else if (mode === 'autosave') await form.commit('autosave', locale)
      else await session.save(mode === 'save' ? 'save' : 'draft', locale)
    },
    async create(
      { slug, locale, cells, mode }: Orders['create']['input'],
      reportEdits: ReportEdits,
    ): Promise<{ ref: DocRef }> {
      const { ref } = await bridge.call('documents.create', { slug })
      const { fields } = entityOf(ref)
      // Past the form, which could take it back: some of it names the document for the soak.
      const data = (await bridge.call('documents.get', { ref }))?.base.data ?? {}
      const changes = Object.entries(cells).map(([path, to]): Change => {
        const cell = { path, locale: cellLocale(fields, data, path, locale) }
        return { kind: 'set', ...cell, from: getValue(fields, data, path, locale), to }
      })
      const edits = editRecords(
        { ref, fields, base: null, undone: false },
        data,
        applyChanges(fields, data, changes),
      )
      await reportEdits([{ ...whole, ref, locale, what: 'create' }, ...edits])
      await bridge.call('drafts.put', { ref, changes })
      await bridge.call('drafts.commit', { ref, locale, changes, mode })
      return { ref }
    },
    async unpublish({ ref, locale }: Orders['unpublish']['input'], reportEdits: ReportEdits): Promise<void> {
      const { session } = await formOf(ref)
      await reportEdits([{ ...whole, ref, locale, what: 'unpublish' }])
      await session.unpublish(locale)
    },
    async remove({ ref: asked }: Orders['remove']['input'], reportEdits: ReportEdits): Promise<void> {
      const { session, form } = await formOf(asked)
      // A person leaves the form first; what it still writes comes before the deletion.
      await leave(session, form)
      await reportEdits([{ ...whole, ref: asked, locale: null, what: 'delete' }])
      const ref = form.getRef()
      await bridge.call('drafts.commit', { ref, locale: null, changes: [], mode: 'delete' })
    },
    async leave(asked: DocRef): Promise<void> {
      const { session, form } = await formOf(asked)
      await leave(session, form)
    },
    /** Writes what is typed in all open forms. */
    async flush(): Promise<{ unwritten: number }> {
      const forms = [...open.values()].flatMap(({ session }) => session.getSnapshot().form ?? [])
      const written = await Promise.all(forms.map((form) => form.flush()))
      return { unwritten: written.filter((isWritten) => !isWritten).length }
    },
    /** Queues what is journalled of a document; false: there is nothing. */
    async sweep(ref: DocRef): Promise<boolean> {
      const view = await bridge.call('documents.get', { ref })
      if (!view?.draft) return false
      const { session, form } = await formOf(ref)
      const mode: WriteMode = entityOf(ref).versions?.drafts ? 'draft' : 'save'
      await form.commit(mode, 'en')
      await leave(session, form)
      return true
    },
  }
}

/** The form once it was read; null where the document is not here. */
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
