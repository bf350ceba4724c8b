import * as v from 'valibot'
import { refKey, type DocRef, isTempId } from '../../../shared/cms/doc-ref.ts'
import { isJsonObject, recordOf, type Json } from '../../../shared/json.ts'
import type { CallInput, FormStateField, FormStateResult } from '../../../shared/ipc.ts'
import { queryString } from '../http/document-query.ts'
import type { SiteContext } from '../site-context.ts'

/** One field of the server's answer; its other properties are not used. */
const fieldState = v.looseObject({
  passesCondition: v.optional(v.boolean()),
  valid: v.optional(v.boolean()),
  errorMessage: v.optional(v.string()),
  filterOptions: v.optional(v.unknown()),
  selectFilterOptions: v.optional(v.array(v.unknown())),
  blocksFilterOptions: v.optional(v.array(v.string())),
})
const answerShape = v.looseObject({ state: recordOf(v.unknown()) })

/** Running requests by document and locale, and by form of a part; a newer one replaces them. */
const asking = new WeakMap<SiteContext, Map<string, AbortController>>()

/**
 * Asks functions of the site about the fields of a form. Without a usable answer the outcome is `unavailable`, and the
 * form works on. Rejects only if the store is closed.
 */
export async function readFormState(
  site: SiteContext,
  { ref, locale, isNew, data, inside }: CallInput<'documents.formState'>,
): Promise<FormStateResult> {
  if (site.schema()?.capabilities.formState !== true) return { outcome: 'unavailable' }
  const underWay = asking.get(site) ?? new Map<string, AbortController>()
  asking.set(site, underWay)
  const key = inside === undefined ? `${refKey(ref)} ${locale ?? ''}` : partKey(inside.form)
  underWay.get(key)?.abort()
  const own = new AbortController()
  underWay.set(key, own)
  try {
    const known = await site.store.resolveId(ref)
    const state = await askFormState(
      site,
      locale,
      {
        ...nameOf(known),
        operation: isNew ? 'create' : 'update',
        data,
        ...(inside && {
          schemaPath: inside.schemaPath,
          documentData: inside.document,
          initialBlockData: data,
        }),
      },
      AbortSignal.any([own.signal, site.closed]),
    )
    if (own.signal.aborted) return { outcome: 'superseded' }
    return state === null ? { outcome: 'unavailable' } : { outcome: 'answered', fields: fieldsOf(state) }
  } finally {
    if (underWay.get(key) === own) underWay.delete(key)
  }
}

/** The server's form state by path; null: there was no usable answer. */
export async function askFormState(
  site: SiteContext,
  locale: string | null,
  body: { [key: string]: Json },
  signal: AbortSignal,
): Promise<Record<string, unknown> | null> {
  const answer = await site.client.request({
    method: 'POST',
    path: `/desktop/form-state${queryString(locale === null ? {} : { locale, 'fallback-locale': 'none' })}`,
    body,
    signal,
  })
  if (answer.kind !== 'http' || answer.status !== 200) return null
  const parsed = v.safeParse(answerShape, answer.json)
  return parsed.success ? parsed.output.state : null
}

/** Cancels the request of a form of a part of a document. */
export function stopFormState(site: SiteContext, { form }: CallInput<'documents.stopFormState'>): void {
  asking.get(site)?.get(partKey(form))?.abort()
}

const partKey = (form: string) => `part ${form}`

function nameOf(ref: DocRef): { [key: string]: Json } {
  if (ref.kind === 'global') return { globalSlug: ref.slug }
  return { collectionSlug: ref.slug, ...(!isTempId(ref.id) && { id: ref.id }) }
}

/** The fields that the server says something about; for most it says nothing. */
function fieldsOf(state: Record<string, unknown>): FormStateField[] {
  return Object.entries(state).flatMap(([path, value]) => {
    const parsed = v.safeParse(fieldState, value)
    if (!parsed.success) return []
    const { passesCondition, valid, errorMessage, filterOptions } = parsed.output
    const { selectFilterOptions, blocksFilterOptions } = parsed.output
    const field: FormStateField = {
      path,
      visible: passesCondition !== false,
      choices: selectFilterOptions?.flatMap(optionValue) ?? blocksFilterOptions ?? null,
      filters: isJsonObject(filterOptions) ? filterOptions : null,
      error: valid === false ? (errorMessage ?? null) : null,
    }
    const says = !field.visible || field.choices !== null || field.filters !== null || field.error !== null
    return says ? [field] : []
  })
}

function optionValue(option: unknown): string[] {
  if (typeof option === 'string') return [option]
  const parsed = v.safeParse(v.looseObject({ value: v.string() }), option)
  return parsed.success ? [parsed.output.value] : []
}
