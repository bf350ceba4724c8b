import * as v from 'valibot'
import { fingerprint } from './fingerprint.ts'
import type { FieldContext } from './parse-fields.ts'
import { parseFields, parseLabels } from './parse-fields.ts'
import type { Raw } from './read-value.ts'
import { read, readLabel, readList, readNumber, readObject, readText, readTexts } from './read-value.ts'
import type {
  Capabilities,
  Collection,
  Entity,
  Field,
  Global,
  Localization,
  SiteSchema,
  VersionsConfig,
} from './schema-model.ts'
import { toWords } from './slug-labels.ts'

export type ParsedConfig = { ok: true; schema: SiteSchema } | { ok: false; reason: string }

/** Without these it is not the answer of GET /desktop/config; everything else may be missing or odd. */
const answerShape = v.looseObject({
  config: v.looseObject({
    collections: v.array(v.unknown()),
    globals: v.optional(v.array(v.unknown()), []),
  }),
})

const DEFAULT_DATE_FORMAT = 'MMMM do yyyy, h:mm a'
const DEFAULT_AUTOSAVE_MS = 2_000
const DEFAULT_LIMIT = 10
const DEFAULT_LIMITS = [5, 10, 25, 50, 100]

/** The schema of a site out of the answer of GET /desktop/config. What it cannot read becomes opaque, not an error. */
export function parseSiteConfig(answer: unknown): ParsedConfig {
  const parsed = v.safeParse(answerShape, answer)
  if (!parsed.success) {
    const [issue] = parsed.issues
    return { ok: false, reason: `${v.getDotPath(issue) ?? 'answer'}: ${issue.message}` }
  }
  const raw = readObject(answer)
  const config = readObject(raw['config'])
  const localization = parseLocalization(config['localization'])
  const context: Omit<FieldContext, 'schemaPath'> = {
    mayLocalize: localization !== null,
    locales: localization?.locales.map((locale) => locale.code) ?? [],
    maxTextLength: readNumber(config['defaultMaxTextLength']),
    extras: readObject(raw['extras']),
    blocks: siteBlocks(config),
    inBlocks: [],
    depth: 0,
  }
  const schema = {
    siteName: readText(read(raw['site'], 'name')),
    payloadVersion: readText(read(raw['galley'], 'payload')) ?? '',
    capabilities: parseCapabilities(read(raw['galley'], 'capabilities')),
    adminUserSlug: readText(read(config['admin'], 'user')) ?? 'users',
    routes: {
      admin: readText(read(config['routes'], 'admin')) ?? '/admin',
      api: readText(read(config['routes'], 'api')) ?? '/api',
    },
    localization,
    dateFormat: readText(read(config['admin'], 'dateFormat')) ?? DEFAULT_DATE_FORMAT,
    defaultDepth: readNumber(config['defaultDepth']) ?? 2,
    collections: bySlug(config['collections'], (item, slug) => parseCollection(item, slug, context)),
    globals: bySlug(config['globals'], (item, slug) => parseGlobal(item, slug, context)),
  }
  return { ok: true, schema: { fingerprint: fingerprint(JSON.stringify(schema)), ...schema } }
}

/** Each entity once, in the order given; those without a slug are left out. */
function bySlug<T>(value: unknown, parse: (item: Raw, slug: string) => T): T[] {
  const found = new Map<string, T>()
  for (const item of readList(value)) {
    const slug = readText(read(item, 'slug'))
    if (slug !== null && !found.has(slug)) found.set(slug, parse(readObject(item), slug))
  }
  return [...found.values()]
}

function siteBlocks(config: Raw): Map<string, Raw> {
  const blocks = new Map<string, Raw>()
  const all = [...readList(config['blocks']), ...Object.values(readObject(config['blocksMap']))]
  for (const block of all) {
    const slug = readText(read(block, 'slug'))
    if (slug !== null && !blocks.has(slug)) blocks.set(slug, readObject(block))
  }
  return blocks
}

function parseLocalization(value: unknown): Localization | null {
  const locales = readList(read(value, 'locales')).flatMap((item) => {
    const code = readText(item) ?? readText(read(item, 'code'))
    if (code === null) return []
    return [{ code, label: readLabel(read(item, 'label')) ?? code, rtl: read(item, 'rtl') === true }]
  })
  const [first] = locales
  if (first === undefined) return null
  const requested = readText(read(value, 'defaultLocale'))
  return { defaultLocale: locales.find((locale) => locale.code === requested)?.code ?? first.code, locales }
}

/** What the plugin says it can do, in /desktop and /desktop/config alike. */
export function parseCapabilities(value: unknown): Capabilities {
  const has = (name: string): boolean => read(value, name) === true
  return {
    config: has('config'),
    session: has('session'),
    formState: has('formState'),
    schedule: has('schedule'),
    staleCheck: has('staleCheck'),
    idempotency: has('idempotency'),
    clientIds: readTexts(read(value, 'clientIds')),
  }
}

type SiteContext = Omit<FieldContext, 'schemaPath'>

function parseEntity(raw: Raw, slug: string, context: SiteContext): Entity {
  const admin = readObject(raw['admin'])
  return {
    slug,
    fields: parseFields(raw['fields'], { ...context, schemaPath: slug }).map(withoutStatusInput),
    group: readLabel(admin['group']),
    hidden: admin['hidden'] === true || admin['group'] === false,
    versions: parseVersions(raw['versions']),
    description: readLabel(admin['description']),
  }
}

/** The status is one of the document's own columns: the header shows it, and publishing changes it. */
function withoutStatusInput(field: Field): Field {
  return 'name' in field && field.name === '_status' ? { ...field, hidden: true } : field
}

function parseCollection(raw: Raw, slug: string, context: SiteContext): Collection {
  const admin = readObject(raw['admin'])
  const entity = parseEntity(raw, slug, context)
  const sort = raw['defaultSort']
  const limits = readList(read(admin['pagination'], 'limits')).flatMap((item) => readNumber(item) ?? [])
  const id = readList(raw['fields']).find((field) => read(field, 'name') === 'id')
  return {
    ...entity,
    kind: 'collection',
    labels: parseLabels(raw['labels'], slug),
    useAsTitle: readText(admin['useAsTitle']) ?? 'id',
    defaultColumns: Array.isArray(admin['defaultColumns']) ? readTexts(admin['defaultColumns']) : null,
    listSearchableFields: Array.isArray(admin['listSearchableFields'])
      ? readTexts(admin['listSearchableFields'])
      : null,
    defaultSort: readText(Array.isArray(sort) ? readTexts(sort).join(',') : sort),
    defaultLimit: readNumber(read(admin['pagination'], 'defaultLimit')) ?? DEFAULT_LIMIT,
    limits: limits.length > 0 ? limits : DEFAULT_LIMITS,
    timestamps: raw['timestamps'] !== false,
    upload: Boolean(raw['upload']),
    auth: Boolean(raw['auth']),
    loginWithUsername: parseLoginWithUsername(read(raw['auth'], 'loginWithUsername')),
    trash: raw['trash'] === true,
    folders: Boolean(raw['folders']),
    idType: read(id, 'type') === 'number' ? 'number' : 'text',
  }
}

function parseLoginWithUsername(value: unknown): Collection['loginWithUsername'] {
  if (!value) return null
  return {
    requireUsername: read(value, 'requireUsername') === true,
    requireEmail: read(value, 'requireEmail') === true,
  }
}

function parseGlobal(raw: Raw, slug: string, context: SiteContext): Global {
  return {
    ...parseEntity(raw, slug, context),
    kind: 'global',
    label: readLabel(raw['label']) ?? toWords(slug),
  }
}

function parseVersions(value: unknown): VersionsConfig | null {
  if (value === true) return { drafts: false, autosaveInterval: null, max: null }
  const versions = readObject(value)
  if (Object.keys(versions).length === 0) return null
  const autosave = read(versions['drafts'], 'autosave')
  return {
    drafts: Boolean(versions['drafts']),
    autosaveInterval: autosave ? (readNumber(read(autosave, 'interval')) ?? DEFAULT_AUTOSAVE_MS) : null,
    max: readNumber(versions['maxPerDoc']) ?? readNumber(versions['max']),
  }
}
