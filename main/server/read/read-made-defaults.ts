import * as v from 'valibot'
import { dataFields, isRows } from '../../../shared/cms/fields.ts'
import type { Collection, Field } from '../../../shared/cms/schema-model.ts'
import type { DocRef } from '../../../shared/cms/doc-ref.ts'
import type { FieldWithValue } from '../../../shared/fields/field-type.ts'
import { firstLocale } from '../../../shared/cms/locales.ts'
import { joinPath } from '../../../shared/document/path.ts'
import { withSlot } from '../../../shared/document/project.ts'
import { json, own, recordOf, type Json, type JsonObject } from '../../../shared/json.ts'
import { queryString } from '../http/document-query.ts'
import type { SiteContext } from '../site-context.ts'

const answerShape = v.looseObject({ state: recordOf(v.unknown()) })
const fieldState = v.looseObject({ passesCondition: v.optional(v.boolean()), value: v.optional(v.unknown()) })

/**
 * Asks the server for the default values that functions of the site make, and puts them into a document that was just
 * created here (F91). If the server cannot be asked, or the document waits to be sent by then, its fields stay absent: the
 * server fills them in when the document arrives.
 */
export async function fillMadeDefaults(site: SiteContext, ref: DocRef, entity: Collection): Promise<void> {
  const schema = site.schema()
  if (schema?.capabilities.formState !== true || !hasMadeDefaults(entity.fields)) return
  const locale = firstLocale(schema.localization)
  const answer = await site.client.request({
    method: 'POST',
    path: `/desktop/form-state${queryString(locale === null ? {} : { locale, 'fallback-locale': 'none' })}`,
    body: { collectionSlug: entity.slug, operation: 'create', data: {}, skipValidation: true },
    signal: site.closed,
  })
  const parsed = v.safeParse(
    answerShape,
    answer.kind === 'http' && answer.status === 200 ? answer.json : null,
  )
  if (!parsed.success) return
  const data = madeIn(entity.fields, parsed.output.state, '', locale)
  if (Object.keys(data).length > 0) await site.store.fillNewDocument({ ref, data })
}

function hasMadeDefaults(fields: Field[]): boolean {
  return dataFields(fields).some((node) =>
    node.type === 'nested' ? hasMadeDefaults(node.fields) : node.hasDefault && !isRows(node),
  )
}

/**
 * The values of fields whose default a function makes, in all-locales shape. A required field that the function has
 * nothing for is null: it is asked of the person before the document is sent. Of a list of rows the server tells their
 * number alone, and of a field whose condition fails nothing: both stay absent, and the server fills them in.
 */
function madeIn(
  fields: Field[],
  state: Record<string, unknown>,
  around: string,
  locale: string | null,
): JsonObject {
  const entries = dataFields(fields).flatMap((node): [string, Json][] => {
    const path = joinPath(around, node.name)
    const slot =
      node.type === 'nested'
        ? filledOrNothing(madeIn(node.fields, state, path, locale))
        : madeAt(node, own(state, path))
    const stored = slot === undefined ? undefined : withSlot(node, undefined, locale, slot)
    return stored === undefined ? [] : [[node.name, stored]]
  })
  return Object.fromEntries(entries)
}

const filledOrNothing = (data: JsonObject): JsonObject | undefined =>
  Object.keys(data).length > 0 ? data : undefined

function madeAt(node: FieldWithValue, state: unknown): Json | undefined {
  const said = v.safeParse(fieldState, state)
  if (!node.hasDefault || isRows(node) || !said.success || said.output.passesCondition === false)
    return undefined
  const made = v.safeParse(json, said.output.value)
  const value = made.success ? made.output : null
  return value === null && !node.required ? undefined : value
}
