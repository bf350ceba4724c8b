import { entityOf } from '../../main/server/site-context.ts'
import { documentPath } from '../../main/server/http/document-query.ts'
import type { DocRef } from '../../shared/cms/doc-ref.ts'
import { dataFields } from '../../shared/cms/fields.ts'
import type { Field } from '../../shared/cms/schema-model.ts'
import { effectiveDocument } from '../../shared/document/effective.ts'
import { fieldTypes } from '../../shared/fields/registry.ts'
import type { DocumentView } from '../../shared/ipc.ts'
import type { Json, JsonObject } from '../../shared/json.ts'
import type { SendOutcome } from '../../shared/sync/entry.ts'
import { pruned } from '../unit/shared/first-difference.ts'
import type { otherEditor, TestAccount } from './main-site.ts'

export const LOCALES = ['en', 'de', 'ar'] as const

type Other = ReturnType<typeof otherEditor>

/** Reads one document here and from the server, and sends its waiting entries. */
export function documentOf(account: () => TestAccount, other: Other, ref: DocRef) {
  const store = () => account().site.store
  const fields = (): Field[] => {
    const found = entityOf(account().schema(), ref)?.fields
    if (!found) throw new Error(`no schema of ${ref.slug}`)
    return found
  }
  const view = async (): Promise<DocumentView> => {
    const found = await store().getDocument(ref)
    if (!found) throw new Error(`${ref.slug} is not here`)
    return found
  }
  /** Returns the effective document: base, entries and draft (DM4). */
  const effective = async (): Promise<JsonObject> => {
    const { base, entries, draft, adjusted } = await view()
    const schema = { fields: fields(), types: fieldTypes }
    return effectiveDocument(schema, { base: base.data, entries, draft, adjusted }).data
  }
  /** Returns the server's document; `all`: every locale. */
  const there = (locale: string): Promise<JsonObject> =>
    other.ask('GET', `${documentPath(ref)}?draft=true&depth=0&locale=${locale}&fallback-locale=none`)
  const sendHead = async (): Promise<SendOutcome | null> => {
    const [head] = (await view()).entries
    return head ? account().sender.send(head.key) : null
  }
  return { fields, view, effective, there, sendHead }
}

/** Returns the named fields of a document, without values that the server treats as absent. */
export function content(fields: Field[], data: JsonObject): Json {
  const names = dataFields(fields).map((node) => node.name)
  const kept = names.flatMap((name) => (data[name] === undefined ? [] : [[name, data[name]] as const]))
  return pruned(Object.fromEntries(kept)) ?? {}
}
