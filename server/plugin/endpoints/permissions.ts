import { appendVersionToQueryKey, combineQueries, getLatestCollectionVersion } from 'payload'
import type {
  Access,
  Collection,
  Field,
  FieldAccess,
  PayloadRequest,
  SanitizedGlobalConfig,
  Where,
} from 'payload'
import { collectionOf, documentId } from '../collections.ts'
import { publicError } from '../public-error.ts'
import { fieldRules } from '../schema/field-rules.ts'
import type { FieldRule } from '../schema/field-rules.ts'
import { asked, optionalId, optionalObject, optionalText } from './body.ts'

type Data = Record<string, unknown>
/** The result of an access function: yes, no, or a condition on the document. */
export type Rule = boolean | Where
type PermissionQuestion = { readonly id?: number | string; readonly data?: Data }

/** The user's permissions for one document and its fields. */
export type DocumentPermissions = {
  /** True if a write of some or all of its fields may be accepted. */
  readonly edit: boolean
  /** True if a write of the sent values would be accepted. */
  readonly update: boolean
  readonly publish: boolean
  readonly unpublish: boolean
  /** True if it may be moved to the trash, or deleted where there is none. */
  readonly delete: boolean
  /** True if another document like it may be created. */
  readonly create: boolean
  /** The answer depends on the document's values, so it should be requested again after an edit. */
  readonly byData: boolean
  /** A condition contains a time, so the answer may change without an edit. */
  readonly byTime: boolean
  /** Fields that may not be read or not be changed, with all that is in them, by their names on the path. */
  readonly hiddenFields: readonly string[]
  readonly fixedFields: readonly string[]
}

/** A collection or global, with ways to check its access functions and conditions for the one document. */
type PermissionTarget = {
  readonly id?: number | string
  readonly data: Data
  readonly fields: readonly Field[]
  readonly hasDrafts: boolean
  /** True if deleting means updating it. */
  readonly hasTrash: boolean
  readonly update: (data: Data) => Promise<boolean>
  readonly remove: () => Promise<boolean>
  readonly create: (data: Data) => Promise<boolean>
  /** The conditions that were looked up. */
  readonly conditions: readonly Where[]
}

/**
 * Runs an access function as an operation would. One that throws denies; without one, a signed-in user is
 * allowed.
 */
export async function ruleOf(
  access: Access | undefined,
  given: PermissionQuestion,
  req: PayloadRequest,
): Promise<Rule> {
  if (!access) return Boolean(req.user)
  try {
    // Copied, as a function may change its arguments.
    const rule = await access({ ...given, ...(given.data && { data: copyOf(given.data) }), req })
    if (isWhere(rule)) return rule
    // In plain JavaScript the result may be any value.
    const isAllowed: unknown = rule
    return Boolean(isAllowed)
  } catch {
    return false
  }
}

/**
 * A copy of a document. If hooks left something in it that cannot be cloned, like a function, only its first level is
 * copied.
 */
function copyOf(data: Data): Data {
  try {
    return structuredClone(data)
  } catch {
    return { ...data }
  }
}

/** True if all rules allow the operation; conditions are looked up together, by `isThere`, and added to `seen`. */
async function allow(
  rules: readonly Rule[],
  isThere: (where: Where) => Promise<boolean>,
  seen: Where[] = [],
): Promise<boolean> {
  if (rules.includes(false)) return false
  const conditions = rules.filter(isWhere)
  seen.push(...conditions)
  const [first, ...rest] = conditions
  if (first === undefined) return true
  const where = rest.reduce((all, one) => combineQueries(all, one), first)
  return isThere(where).catch(() => false)
}

export const isWhere = (rule: Rule | null): rule is Where => typeof rule === 'object' && rule !== null

/** True if a value contains a time, as JavaScript or a database writes it. */
function namesTime(value: unknown): boolean {
  if (value instanceof Date) return true
  if (typeof value === 'string') return /^\d{4}-\d\d-\d\d([T ]\d\d:\d\d|$)/.test(value)
  return typeof value === 'object' && value !== null && Object.values(value).some(namesTime)
}

const isFound = (found: unknown): boolean =>
  typeof found === 'object' && found !== null && Object.keys(found).length > 0

const hasDraftsIn = ({ versions }: { versions?: unknown }): boolean =>
  typeof versions === 'object' && versions !== null && Boolean(Reflect.get(versions, 'drafts'))

const missing = () => publicError('Name one document that you may read.', 404, { code: 'NOT_FOUND' })

async function collectionTarget(
  req: PayloadRequest,
  collection: Collection,
  id: number | string,
): Promise<PermissionTarget> {
  const { config } = collection
  const { access, slug } = config
  const { payload } = req
  const locale = req.locale ?? undefined
  const queryOf = (where: Where) => ({
    collection: slug,
    joins: false as const,
    ...(locale !== undefined && { locale }),
    req,
    where: combineQueries({ id: { equals: id } }, where),
  })
  const isInRow = async (where: Where) => isFound(await payload.db.findOne(queryOf(where)))
  // Writes look at the latest version, which may be a draft.
  const isLatest = async (where: Where) =>
    isFound(await getLatestCollectionVersion({ id, config, payload, query: queryOf(where), req }))
  if (!(await allow([await ruleOf(access.read, { id }, req)], isInRow))) throw missing()
  const doc = await payload.findByID({
    collection: slug,
    id,
    depth: 0,
    disableErrors: true,
    draft: true,
    overrideAccess: true,
    req,
  })
  if (!isFound(doc)) throw missing()
  const conditions: Where[] = []
  return {
    id,
    conditions,
    data: { ...doc },
    fields: config.fields,
    hasDrafts: hasDraftsIn(config),
    hasTrash: config.trash,
    update: async (data) => allow([await ruleOf(access.update, { id, data }, req)], isLatest, conditions),
    create: async (data) => (await ruleOf(access.create, { data }, req)) !== false,
    async remove() {
      if (!config.trash) return allow([await ruleOf(access.delete, { id }, req)], isInRow, conditions)
      const data = { deletedAt: new Date().toISOString() }
      const rules = [access.update, access.delete].map((one) => ruleOf(one, { id, data }, req))
      return allow(await Promise.all(rules), isLatest, conditions)
    },
  }
}

async function globalTarget(req: PayloadRequest, config: SanitizedGlobalConfig): Promise<PermissionTarget> {
  const { access, slug } = config
  const { db } = req.payload
  const locale = req.locale ?? undefined
  const inLocale = { slug, req, ...(locale !== undefined && { locale }) }
  const hasDrafts = hasDraftsIn(config)
  const isInRow = async (where: Where) => isFound(await db.findGlobal({ ...inLocale, where }))
  const isLatest = async (where: Where): Promise<boolean> => {
    if (hasDrafts) {
      const latest = combineQueries(appendVersionToQueryKey(where), { latest: { equals: true } })
      const { docs } = await db.findGlobalVersions({
        global: slug,
        limit: 1,
        pagination: false,
        req,
        where: latest,
        ...(locale !== undefined && { locale }),
      })
      if (docs.length > 0) return true
    }
    // A global that was never saved meets every condition.
    return (await isInRow(where)) || !isFound(await db.findGlobal(inLocale))
  }
  if (!(await allow([await ruleOf(access.read, {}, req)], isInRow))) throw missing()
  const doc = await req.payload.findGlobal({ slug, depth: 0, draft: true, overrideAccess: true, req })
  const data = { ...doc }
  const conditions: Where[] = []
  return {
    data,
    conditions,
    fields: config.fields,
    hasDrafts,
    hasTrash: false,
    update: async (given) => allow([await ruleOf(access.update, { data: given }, req)], isLatest, conditions),
    create: () => Promise.resolve(false),
    remove: () => Promise.resolve(false),
  }
}

type FieldVerdict = 'may' | 'may-not' | 'failed'

async function fieldVerdict(
  { names, isInRows }: FieldRule,
  rule: FieldAccess | null,
  { id, data }: Pick<PermissionTarget, 'id' | 'data'>,
  req: PayloadRequest,
): Promise<FieldVerdict> {
  if (!rule) return 'may'
  try {
    // In rows it is unknown which one is meant.
    const sibling = isInRows ? undefined : names.slice(0, -1).reduce<unknown>(own, data)
    const siblingData = typeof sibling === 'object' && sibling !== null ? sibling : {}
    const about = { data, doc: data, siblingData, req, ...(id !== undefined && { id }) }
    return (await rule(about)) ? 'may' : 'may-not'
  } catch {
    // For a row the function may need data that is not available here.
    return isInRows ? 'may' : 'failed'
  }
}

function own(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? Reflect.get(value, key)
    : undefined
}

/**
 * The fields that may not be read or changed. `fails`: an update function throws, which fails every write.
 */
async function fieldsOf(
  target: PermissionTarget,
  req: PayloadRequest,
): Promise<Pick<DocumentPermissions, 'hiddenFields' | 'fixedFields'> & { fails: boolean }> {
  const hiddenFields: string[] = []
  const fixedFields: string[] = []
  const rules = fieldRules(target.fields, req.payload.config)
  if (rules.length === 0) return { hiddenFields, fixedFields, fails: false }
  // One copy for all fields, as Payload does, since documents may be large. A function that changes it only affects
  // the answer about other fields.
  const shared = { ...target, data: copyOf(target.data) }
  let fails = false
  const ask = async (rule: FieldRule): Promise<void> => {
    const [read, update] = await Promise.all([
      fieldVerdict(rule, rule.read, shared, req),
      fieldVerdict(rule, rule.update, shared, req),
    ])
    const path = rule.names.join('.')
    if (read !== 'may') hiddenFields.push(path)
    if (update !== 'may') fixedFields.push(path)
    if (update === 'failed') fails = true
  }
  await Promise.all(rules.map(ask))
  return { hiddenFields, fixedFields, fails }
}

async function permissionsOf(
  target: PermissionTarget,
  sent: Data | undefined,
  req: PayloadRequest,
): Promise<DocumentPermissions> {
  const { data, hasDrafts, update } = target
  const withStatus = (given: Data, status: 'draft' | 'published'): Data =>
    hasDrafts ? { ...given, _status: status } : given
  const { id: _, ...content } = data
  const [fields, whole, none, exact, wholePublish, publish, unpublish, remove, create] = await Promise.all([
    fieldsOf(target, req),
    update(withStatus(data, 'draft')),
    update(withStatus({}, 'draft')),
    sent && update(withStatus(sent, 'draft')),
    hasDrafts && update(withStatus(data, 'published')),
    hasDrafts && update(withStatus(sent ?? {}, 'published')),
    hasDrafts && update(withStatus({}, 'draft')),
    target.remove(),
    target.create(withStatus(content, 'draft')),
  ])
  // Each write checks each field, so that a function that throws fails the write.
  const { fails, hiddenFields, fixedFields } = fields
  return {
    edit: !fails && (whole || none || exact === true),
    update: !fails && (exact ?? none),
    publish: !fails && publish,
    unpublish: !fails && unpublish,
    delete: remove && !(fails && target.hasTrash),
    create,
    byData: whole !== none || wholePublish !== publish || (exact !== undefined && exact !== none),
    byTime: target.conditions.some(namesTime),
    hiddenFields,
    fixedFields,
  }
}

/**
 * POST /desktop/permissions: the user's permissions for one document, as its operations would check them. Body:
 * `collectionSlug` and `id`, or `globalSlug`; `sent`: the body of a save now, without its status.
 */
export async function permissionsAnswer(req: PayloadRequest): Promise<Response> {
  const { body } = await asked(req)
  const collectionSlug = optionalText(body, 'collectionSlug')
  const globalSlug = optionalText(body, 'globalSlug')
  const sent = optionalObject(body, 'sent')
  if ((collectionSlug === undefined) === (globalSlug === undefined)) throw missing()
  const collection = collectionOf(req.payload, collectionSlug)
  const config = req.payload.globals.config.find(({ slug }) => slug === globalSlug)
  const id = documentId(req, collectionSlug, optionalId(body, 'id'))
  const target =
    collection && id !== undefined
      ? await collectionTarget(req, collection, id)
      : config
        ? await globalTarget(req, config)
        : null
  if (target === null) throw missing()
  return Response.json(await permissionsOf(target, sent, req), {
    headers: { 'cache-control': 'private, no-store' },
  })
}
