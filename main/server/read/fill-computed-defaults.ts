import * as v from 'valibot'
import { dataFields, isRows } from '../../../shared/cms/fields.ts'
import type { Collection, Field } from '../../../shared/cms/schema-model.ts'
import type { DocRef } from '../../../shared/cms/doc-ref.ts'
import type { FieldWithValue } from '../../../shared/fields/field-type.ts'
import { firstLocale } from '../../../shared/cms/locales.ts'
import { joinPath } from '../../../shared/document/path.ts'
import { withSlot } from '../../../shared/document/project.ts'
import { json, own, type Json, type JsonObject } from '../../../shared/json.ts'
import type { SiteContext } from '../site-context.ts'
import { askFormState } from './read-form-state.ts'

const fieldState = v.looseObject({ passesCondition: v.optional(v.boolean()), value: v.optional(v.unknown()) })

/**
 * Fills a new document with defaults that functions of the site compute (F91). If the server cannot be asked, or the
 * document is queued by then, the server fills them in later.
 */
export async function fillComputedDefaults(
  site: SiteContext,
  ref: DocRef,
  entity: Collection,
): Promise<void> {
  const schema = site.schema()
  if (schema?.capabilities.formState !== true || !hasComputedDefaults(entity.fields)) return
  const locale = firstLocale(schema.localization)
  const body = { collectionSlug: entity.slug, operation: 'create', data: {}, skipValidation: true }
  const state = await askFormState(site, locale, body, site.closed)
  if (state === null) return
  const data = computedIn(entity.fields, state, '', locale)
  if (Object.keys(data).length > 0) await site.store.fillNewDocument({ ref, data })
}

function hasComputedDefaults(fields: Field[]): boolean {
  return dataFields(fields).some((node) =>
    node.type === 'nested' ? hasComputedDefaults(node.fields) : node.hasComputedDefault && !isRows(node),
  )
}

/**
 * The computed defaults in all-locales shape; null for a required field without one, so that a person is asked. Lists
 * of rows and hidden fields are left to the server, which does not send them.
 */
function computedIn(
  fields: Field[],
  state: Record<string, unknown>,
  around: string,
  locale: string | null,
): JsonObject {
  const entries = dataFields(fields).flatMap((node): [string, Json][] => {
    const path = joinPath(around, node.name)
    const slot =
      node.type === 'nested'
        ? filledOrNothing(computedIn(node.fields, state, path, locale))
        : computedAt(node, own(state, path))
    const stored = slot === undefined ? undefined : withSlot(node, undefined, locale, slot)
    return stored === undefined ? [] : [[node.name, stored]]
  })
  return Object.fromEntries(entries)
}

const filledOrNothing = (data: JsonObject): JsonObject | undefined =>
  Object.keys(data).length > 0 ? data : undefined

function computedAt(node: FieldWithValue, state: unknown): Json | undefined {
  const said = v.safeParse(fieldState, state)
  if (!node.hasComputedDefault || isRows(node) || !said.success || said.output.passesCondition === false)
    return undefined
  const computed = v.safeParse(json, said.output.value)
  const value = computed.success ? computed.output : null
  return value === null && !node.required ? undefined : value
}
