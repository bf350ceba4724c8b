import type { Field, FormState, PayloadRequest } from 'payload'
import { reduceFieldsToValues } from 'payload/shared'
import { fieldSchemasToFormState } from '@payloadcms/ui/forms/fieldSchemasToFormState'
import { getSchemaMap } from '@payloadcms/ui/utilities/getSchemaMap'
import { jsonSafe } from '../json-safe.ts'
import { publicError } from '../public-error.ts'
import { bodyOf, optionalId, optionalObject, optionalText } from './body.ts'
import { appUser, whatUserSees } from './who.ts'

type SchemaEntry = NonNullable<ReturnType<ReturnType<typeof getSchemaMap>['get']>>

/** Fields whose state is asked for: those of a document, of a block, or a single one. */
function fieldsOf(entry: SchemaEntry): Field[] {
  if ('fields' in entry && Array.isArray(entry.fields)) return entry.fields
  return 'type' in entry ? [entry] : []
}

function isFormState(value: object): value is FormState {
  return Object.values(value).every((field) => typeof field === 'object' && field !== null)
}

/**
 * POST /desktop/form-state: what the server says about a form's fields, by path: value, validity,
 * message, condition, filter options, rows. Body as the web admin's own: `collectionSlug` or
 * `globalSlug`, `id`, `data` (or `formState`), `documentFormState` and `schemaPath` for the fields
 * of a drawer, `operation`, `skipValidation`; the locale in the query. Answers `{ state }`.
 */
export async function formStateAnswer(req: PayloadRequest): Promise<Response> {
  await appUser(req)
  const body = await bodyOf(req)
  const collectionSlug = optionalText(body, 'collectionSlug')
  const globalSlug = optionalText(body, 'globalSlug')
  const slug = collectionSlug ?? globalSlug
  const { permissions } = await whatUserSees(req)
  const readable =
    collectionSlug !== undefined
      ? permissions.collections?.[collectionSlug]?.read
      : permissions.globals?.[globalSlug ?? '']?.read
  if (slug === undefined || (collectionSlug !== undefined && globalSlug !== undefined) || !readable) {
    throw publicError('Name one collection or global that you may read.', 404, { code: 'NOT_FOUND' })
  }

  const schemaMap = getSchemaMap({
    config: req.payload.config,
    i18n: req.i18n,
    ...(collectionSlug === undefined ? { globalSlug: slug } : { collectionSlug }),
  })
  const schemaPath = optionalText(body, 'schemaPath') ?? slug
  const entry = schemaMap.get(schemaPath)
  const fields = entry ? fieldsOf(entry) : []
  if (fields.length === 0)
    throw publicError(`There is no schema at ${schemaPath}.`, 404, { code: 'NOT_FOUND' })

  const valuesOf = (key: string): Record<string, unknown> | undefined => {
    const state = optionalObject(body, key)
    if (!state) return undefined
    if (!isFormState(state)) throw publicError(`${key} is not a form state.`, 400, { code: 'BAD_REQUEST' })
    return reduceFieldsToValues(state, true)
  }
  const id = optionalId(body, 'id')
  const data = optionalObject(body, 'data') ?? valuesOf('formState') ?? {}
  const documentData = optionalObject(body, 'documentData') ?? valuesOf('documentFormState')
  const blockData = optionalObject(body, 'initialBlockData') ?? valuesOf('initialBlockFormState')
  const state = await fieldSchemasToFormState({
    ...(id === undefined ? {} : { id }),
    ...(collectionSlug === undefined ? {} : { collectionSlug }),
    data: id !== undefined && data['id'] === undefined ? { ...data, id } : data,
    ...(documentData ? { documentData } : {}),
    ...(blockData ? { initialBlockData: blockData } : {}),
    fields,
    fieldSchemaMap: schemaMap,
    operation: body['operation'] === 'create' ? 'create' : 'update',
    // Each field's own read access is asked in any case.
    permissions: true,
    preferences: { fields: {} },
    renderAllFields: false,
    req,
    schemaPath,
    skipValidation: body['skipValidation'] === true,
  })
  return Response.json(
    { state: jsonSafe(state) ?? {} },
    { headers: { 'cache-control': 'private, no-store' } },
  )
}
