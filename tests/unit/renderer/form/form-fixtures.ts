import type { ArrayField, Collection, Field, TextField } from '../../../../shared/cms/schema-model.ts'
import type {
  CallInput,
  DocumentView,
  EventName,
  EventPayload,
  GalleyBridge,
} from '../../../../shared/ipc.ts'
import type { Change } from '../../../../shared/document/change.ts'
import type { OutboxEntry } from '../../../../shared/sync/entry.ts'
import type { JsonObject } from '../../../../shared/json.ts'

export const base = {
  label: null,
  description: null,
  hidden: false,
  disabled: false,
  readOnly: false,
  width: null,
  position: 'main' as const,
  hasCondition: false,
}

export function textField(name: string, more: Partial<TextField> = {}): TextField {
  return {
    ...base,
    type: 'text',
    name,
    required: false,
    localized: false,
    placeholder: null,
    defaultValue: null,
    hasMany: false,
    minLength: null,
    maxLength: null,
    minRows: null,
    maxRows: null,
    ...more,
  }
}

const named = { ...base, required: false, localized: false, placeholder: null, defaultValue: null }

export const fields: Field[] = [
  textField('title', { required: true, localized: true }),
  textField('slug'),
  { ...named, type: 'checkbox', name: 'featured' },
  {
    ...base,
    type: 'group',
    name: 'meta',
    localized: false,
    fields: [textField('description', { localized: true })],
  },
  arrayField('links', [textField('label')]),
]

export function arrayField(name: string, inner: Field[], more: Partial<ArrayField> = {}): ArrayField {
  return {
    ...named,
    type: 'array',
    name,
    labels: { singular: 'Link', plural: 'Links' },
    minRows: null,
    maxRows: null,
    fields: inner,
    ...more,
  }
}

export function collection(versions: Collection['versions'], own: Field[] = fields): Collection {
  return {
    kind: 'collection',
    slug: 'posts',
    fields: own,
    group: null,
    hidden: false,
    versions,
    description: null,
    labels: { singular: 'Post', plural: 'Posts' },
    useAsTitle: 'title',
    defaultColumns: null,
    listSearchableFields: null,
    defaultSort: null,
    defaultLimit: 10,
    limits: [10],
    timestamps: true,
    upload: false,
    auth: false,
    loginWithUsername: null,
    trash: false,
    folders: false,
    idType: 'number',
  }
}

export const autosaved = collection({ drafts: true, autosaveInterval: 2000, max: null })
export const manual = collection({ drafts: true, autosaveInterval: null, max: null })

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
    base: {
      data,
      updatedAt: '2026-11-20T09:00:00.000Z',
      status: 'draft',
      hasPublished: false,
      fetchedAt: '2026-11-20T09:00:00.000Z',
    },
    entries: [],
    drafts: [],
    state: { kind: 'saved' },
    ...more,
  }
}

export function entryOf(changes: Change[], more: Partial<OutboxEntry> = {}): OutboxEntry {
  return {
    key: 'e1',
    seq: 1,
    ref: { kind: 'collection', slug: 'posts', id: '7' },
    create: false,
    mode: 'draft',
    locale: 'en',
    changes,
    state: 'waiting',
    problem: null,
    attempts: 0,
    createdAt: '2026-11-20T09:14:00.000Z',
    updatedAt: '2026-11-20T09:14:00.000Z',
    waitsFor: [],
    ...more,
  }
}

export function set(path: string, from: Change['from'], to: string | null): Change {
  return { kind: 'set', path, from: Array.isArray(from) ? null : from, to }
}

/** The two calls of the form, recorded; `hold` keeps the next ones open until `release`. */
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
      },
      async commitDraft(input: CallInput<'drafts.commit'>) {
        commits.push(input)
        await gate
        if (failure) throw failure
        return { key: 'k' }
      },
    },
  }
}

type Handlers = Partial<Record<string, (input: never) => unknown>>

/** A bridge whose calls answer from the given functions and whose events are sent by hand. */
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
