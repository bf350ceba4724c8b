import { refKey, type DocRef } from '../../shared/cms/doc-ref.ts'
import type { SiteSchema } from '../../shared/cms/schema-model.ts'
import type { GalleyBridge } from '../../shared/ipc.ts'
import { sameJson, type Json } from '../../shared/json.ts'
import type { WriteMode } from '../../shared/sync/entry.ts'
import type { DocumentForm } from '../../renderer/form/document-form.ts'
import type { DocumentSession } from '../../renderer/form/document-session.ts'
import { createOpenDocuments } from '../../renderer/form/open-documents.ts'
import type { EditRecord } from './messages.ts'

type ReportEdits = (edits: EditRecord[]) => Promise<void>

/** A person at the real forms: types, saves, leaves. */
export function createForms(options: { bridge: GalleyBridge; schema: () => SiteSchema | null }) {
  const { bridge, schema } = options
  const documents = createOpenDocuments({ bridge })
  const open = new Map<string, { session: DocumentSession; release: () => void }>()
  const nameOf = (ref: DocRef, locale: string | null): string => `${refKey(ref)} ${locale ?? ''}`

  async function formOf(
    asked: DocRef,
    locale: string | null,
  ): Promise<{ session: DocumentSession; form: DocumentForm }> {
    const { ref } = await bridge.call('documents.resolveId', { ref: asked })
    const entity =
      ref.kind === 'global'
        ? schema()?.globals.find(({ slug }) => slug === ref.slug)
        : schema()?.collections.find(({ slug }) => slug === ref.slug)
    if (!entity) throw new Error('no schema yet')
    const name = nameOf(ref, locale)
    const session = open.get(name)?.session ?? documents.open(ref, entity, locale)
    if (!open.has(name)) {
      const release = documents.retain(session)
      if (release) open.set(name, { session, release })
    }
    const form = await ready(session)
    if (form) return { session, form }
    open.get(name)?.release()
    open.delete(name)
    throw new Error(`the form is ${session.getSnapshot().status}`)
  }

  async function edit(
    ref: DocRef,
    locale: string | null,
    path: string,
    make: (value: Json) => { value: Json; edits: EditRecord[] } | null,
    reportEdits: ReportEdits,
  ): Promise<void> {
    const { form } = await formOf(ref, locale)
    const made = make(form.getField(path).value)
    if (made === null || sameJson(made.value, form.getField(path).value)) throw new Error('nothing to do')
    await reportEdits(made.edits)
    form.setField(path, made.value)
    if (!(await form.flush())) throw new Error('not journalled')
  }

  return {
    type: (ref: DocRef, locale: string | null, path: string, value: Json, reportEdits: ReportEdits) =>
      edit(
        ref,
        locale,
        path,
        () => ({ value, edits: [{ ref, locale, what: 'set', path, value }] }),
        reportEdits,
      ),
    toggle: (
      ref: DocRef,
      locale: string | null,
      { path, add, draw }: { path: string; add: Json | null; draw: number },
      reportEdits: ReportEdits,
    ) =>
      edit(
        ref,
        locale,
        path,
        (value) => {
          const items = Array.isArray(value) ? value : []
          if (add !== null) {
            if (items.some((item) => sameJson(item, add)) || items.length >= 6) return null
            return {
              value: [...items, add],
              edits: [{ ref, locale, what: 'item-add', path, value: add }],
            }
          }
          const gone = items[Math.floor(draw * items.length)]
          if (gone === undefined) return null
          return {
            value: items.filter((item) => item !== gone),
            edits: [{ ref, locale, what: 'item-remove', path, value: gone }],
          }
        },
        reportEdits,
      ),
    async save(ref: DocRef, locale: string | null, mode: WriteMode, reportEdits: ReportEdits): Promise<void> {
      const { session, form } = await formOf(ref, locale)
      if (mode === 'publish') {
        await reportEdits([{ ref, locale, what: 'publish', path: '', value: null }])
        if (!(await session.save('publish'))) throw new Error('not valid')
      } else if (mode === 'autosave') await form.commit('autosave')
      else await session.save(mode === 'save' ? 'save' : 'draft')
    },
    async leave(ref: DocRef, locale: string | null): Promise<void> {
      const { ref: real } = await bridge.call('documents.resolveId', { ref })
      const name = nameOf(real, locale)
      open.get(name)?.release()
      open.delete(name)
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
