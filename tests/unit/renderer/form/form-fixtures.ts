import type { Collection, Field } from '../../../../shared/cms/schema-model.ts'
import type {
  CallInput,
  DocumentView,
  EventName,
  EventPayload,
  GalleyBridge,
} from '../../../../shared/ipc.ts'
import { createDocumentForm, type DocumentMemory } from '../../../../renderer/form/document-form.ts'
import type { OpenSite } from '../../../../renderer/form/open-documents.ts'
import type { ErrorFilter } from '../../../../renderer/form/form-errors.ts'
import type { Change, LostRows, SetChange } from '../../../../shared/document/change.ts'
import { fieldTypes } from '../../../../shared/fields/registry.ts'
import type { OutboxEntry } from '../../../../shared/sync/entry.ts'
import type { Json, JsonObject } from '../../../../shared/json.ts'
import { buildEntry } from '../../shared/build-entry.ts'
import { array, checkbox, collection as buildCollection, group, text } from '../../shared/build-fields.ts'

export { array as arrayField, base, text as textField } from '../../shared/build-fields.ts'

export const fields: Field[] = [
  text('title', { required: true, localized: true }),
  text('slug'),
  checkbox('featured'),
  group('meta', [text('description', { localized: true })]),
  array('links', [text('label')], { labels: { singular: 'Link', plural: 'Links' } }),
]

export function collection(versions: Collection['versions'], own: Field[] = fields): Collection {
  return buildCollection(own, { versions })
}

export const autosaved = collection({
  drafts: true,
  localeStatus: false,
  autosaveInterval: 2000,
  max: null,
  validatesDrafts: false,
  schedules: false,
})
export const manual = collection({
  drafts: true,
  localeStatus: false,
  autosaveInterval: null,
  max: null,
  validatesDrafts: false,
  schedules: false,
})

export const stored: JsonObject = {
  id: 7,
  title: { en: 'Kiruna', de: 'Kiruna' },
  slug: 'kiruna',
  meta: { description: { en: 'North', de: 'Norden' } },
  links: [{ id: 'r1', label: 'One' }],
}

export function viewOf(data: JsonObject = stored, more: Partial<DocumentView> = {}): DocumentView {
  return {
    ref: { kind: 'collection', slug: 'posts', id: '7' },
    isNew: false,
    isGone: false,
    base: {
      data,
      updatedAt: '2026-11-20T09:00:00.000Z',
      status: 'draft',
      hasPublished: false,
      fetchedAt: '2026-11-20T09:00:00.000Z',
    },
    entries: [],
    moves: [],
    draft: null,
    adjusted: [],
    foreignWrites: 0,
    differences: [],
    state: { kind: 'saved' },
    ...more,
  }
}

export function entryOf(changes: Change[], more: Partial<OutboxEntry> = {}): OutboxEntry {
  const made = '2026-11-20T09:14:00.000Z'
  const ref: OutboxEntry['ref'] = { kind: 'collection', slug: 'posts', id: '7' }
  return buildEntry({ key: 'e1', ref, changes, createdAt: made, updatedAt: made, group: null, ...more })
}

/** Returns a stored draft. */
export function draftOf(changes: Change[], lost: LostRows = {}): DocumentView['draft'] {
  return { changes, lost, savedAt: '2026-11-20T09:15:00.000Z' }
}

/** Returns an edit of a shared field. */
export const set = (path: string, from: Json, to: Json, locale: string | null = null): SetChange => ({
  kind: 'set',
  locale,
  path,
  from,
  to,
})
/** Returns an edit of a localized field. */
export const en = (path: string, from: Json, to: Json): SetChange => set(path, from, to, 'en')
export const de = (path: string, from: Json, to: Json): SetChange => set(path, from, to, 'de')

/** The site's facts for opening a document. */
export const openSite: OpenSite = { defaultLocale: 'en', asksServer: false }

type OpenOptions = {
  entity?: Collection
  view?: DocumentView
  memory?: DocumentMemory
  counts?: ErrorFilter
  main?: ReturnType<typeof recorder>
}

/** Opens a document over recorded calls, with its forms in two locales. */
export function openForm({ entity = manual, view = viewOf(), main = recorder(), ...more }: OpenOptions = {}) {
  const document = createDocumentForm({
    entity,
    types: fieldTypes,
    view,
    deps: main.deps,
    defaultLocale: 'en',
    ...more,
  })
  return { document, form: document.inLocale('en'), german: document.inLocale('de'), main }
}

/** Records the form's two calls; `hold` delays the next ones until `release`. */
export function recorder() {
  const puts: CallInput<'drafts.put'>[] = []
  const commits: CallInput<'drafts.commit'>[] = []
  let gate: Promise<void> = Promise.resolve()
  let open: () => void = () => undefined
  let failure: Error | null = null
  return {
    puts,
    commits,
    hold() {
      gate = new Promise((resolve) => {
        open = resolve
      })
    },
    release: () => open(),
    fail(error: Error | null) {
      failure = error
    },
    deps: {
      async putDraft(input: CallInput<'drafts.put'>) {
        puts.push(input)
        await gate
        if (failure) throw failure
        return { savedAt: '' }
      },
      readView: async () => null,
      discardDocument: async () => null,
      async commitDraft(input: CallInput<'drafts.commit'>) {
        commits.push(input)
        await gate
        if (failure) throw failure
        return { key: 'k', savedAt: null }
      },
    },
  }
}

type Handlers = Partial<Record<string, (input: never) => unknown>>

/** Returns a bridge with the given handlers, whose events are sent by hand. */
export function bridgeOf(handlers: Handlers) {
  const listeners = new Map<string, Set<(payload: never) => void>>()
  const calls: { name: string; input: unknown }[] = []
  const bridge: GalleyBridge = {
    async call(name, input) {
      calls.push({ name, input })
      const handler = handlers[name]
      if (!handler) throw new Error(`unexpected call ${name}`)
      return (await handler(input as never)) as never
    },
    on(name, listener) {
      const all = listeners.get(name) ?? new Set()
      listeners.set(name, all)
      all.add(listener)
      return () => all.delete(listener)
    },
  }
  return {
    bridge,
    calls,
    named: (name: string) => calls.filter((call) => call.name === name).map((call) => call.input),
    emit<N extends EventName>(name: N, payload: EventPayload<N>) {
      for (const listener of listeners.get(name) ?? []) listener(payload as never)
    },
  }
}
