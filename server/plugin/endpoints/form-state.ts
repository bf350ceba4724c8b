import type { Field, FieldAccess, FormState, PayloadRequest, SanitizedCollectionConfig } from 'payload'
import { confirmPassword, password } from 'payload/shared'
import { fieldSchemasToFormState } from '@payloadcms/ui/forms/fieldSchemasToFormState'
import { jsonSafe } from '../json-safe.ts'
import { publicError } from '../public-error.ts'
import { createSchemaEntries, entriesOnTheWay, schemaFields } from '../schema/schema-entries.ts'
import { isSchemaPath, asked, optionalId, optionalObject, optionalText } from './body.ts'
import { documentId } from '../collections.ts'
import { whatUserSees } from './app-user.ts'

/** The fields of a user's form besides those of the collection, as in the web admin. */
const passwords: Field[] = [
  { name: 'password', type: 'text', required: true, validate: password },
  { name: 'confirm-password', type: 'text', required: true, validate: confirmPassword },
]

function fieldsOfCollection({ fields, auth }: SanitizedCollectionConfig): Field[] {
  return auth && !auth.disableLocalStrategy ? [...fields, ...passwords] : fields
}

/** The arguments of a field's read access, as Payload passes them for the fields of a form. */
type AccessArgs = Parameters<FieldAccess>[0]

function readAccessOf(entry: object): FieldAccess | null {
  const access: unknown = Reflect.get(entry, 'access')
  const read: unknown = typeof access === 'object' && access !== null ? Reflect.get(access, 'read') : null
  return isFieldAccess(read) ? read : null
}

const isFieldAccess = (value: unknown): value is FieldAccess => typeof value === 'function'

/**
 * The fields at a schema path, or of the document by its slug; empty if the path may not be read. Payload's own map
 * of paths is avoided: it repeats referenced blocks wherever they are used (docs/decisions/0006).
 */
async function fieldsAt(
  slug: string,
  isCollection: boolean,
  schemaPath: string,
  asker: AccessArgs,
): Promise<Field[]> {
  const { i18n, payload } = asker.req
  const { config } = payload
  const collection = isCollection ? config.collections.find((one) => one.slug === slug) : undefined
  const global = isCollection ? undefined : config.globals.find((one) => one.slug === slug)
  const fields = collection ? fieldsOfCollection(collection) : (global?.fields ?? [])
  if (schemaPath === slug) return fields
  const schema = createSchemaEntries(config, i18n)
  schema.add(slug, fields)
  const entries = schema.finish()
  for (const entry of entriesOnTheWay(entries, schemaPath)) {
    const mayRead = readAccessOf(entry)
    if (mayRead && !(await mayRead(asker))) return []
  }
  return schemaFields(entries, schemaPath)
}

/** Removes the values of hidden fields: Payload does not check the read access of a field whose condition fails. */
function withoutHiddenValues(state: FormState): FormState {
  return Object.fromEntries(
    Object.entries(state).map(([path, field]) => [
      path,
      field.passesCondition === false ? { passesCondition: false } : field,
    ]),
  )
}

/**
 * POST /desktop/form-state: what the server says about a form's fields, by path: value, validity, message,
 * condition, filter options, rows. Answers `{ state }`.
 * Body: `collectionSlug` or `globalSlug`, `id`, `data`; `documentData`, `initialBlockData` and `schemaPath`
 * for the fields of a drawer, `operation`, `skipValidation`; the locale in the query.
 * `data` is plain data, and not a form state of the web admin: Payload would read a path of it such as
 * `array.4294967290` as a list of that length.
 */
export async function formStateAnswer(req: PayloadRequest): Promise<Response> {
  const { body } = await asked(req)
  const askedPath = optionalText(body, 'schemaPath')
  if (askedPath !== undefined && !isSchemaPath(askedPath))
    throw publicError('schemaPath is too long.', 413, { code: 'TOO_LARGE' })
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

  const id = documentId(req, collectionSlug, optionalId(body, 'id'))
  const data = optionalObject(body, 'data') ?? {}
  const documentData = optionalObject(body, 'documentData')
  const blockData = optionalObject(body, 'initialBlockData')
  const schemaPath = askedPath ?? slug
  const fields = await fieldsAt(slug, collectionSlug !== undefined, schemaPath, {
    ...(id === undefined ? {} : { id }),
    ...(blockData ? { blockData } : {}),
    data: documentData ?? data,
    req,
    siblingData: data,
  })
  if (fields.length === 0)
    throw publicError(`There is no schema at ${schemaPath}.`, 404, { code: 'NOT_FOUND' })

  const state = await fieldSchemasToFormState({
    ...(id === undefined ? {} : { id }),
    ...(collectionSlug === undefined ? {} : { collectionSlug }),
    data: id !== undefined && data['id'] === undefined ? { ...data, id } : data,
    ...(documentData ? { documentData } : {}),
    ...(blockData ? { initialBlockData: blockData } : {}),
    fields,
    // Only used if fields are rendered.
    fieldSchemaMap: new Map(),
    operation: body['operation'] === 'create' ? 'create' : 'update',
    // The read access of each field is checked in any case.
    permissions: true,
    preferences: { fields: {} },
    renderAllFields: false,
    req,
    schemaPath,
    skipValidation: body['skipValidation'] === true,
  })
  return Response.json(
    { state: jsonSafe(withoutHiddenValues(state)) ?? {} },
    { headers: { 'cache-control': 'private, no-store' } },
  )
}
