import * as v from 'valibot'
import type { FieldTypes } from '../fields/field-type.ts'
import { FILE_FIELD } from '../fields/file/pending-file.ts'
import { parseUpload, type UploadConfig } from '../fields/file/upload-config.ts'
import { canonicalJson, fingerprint } from './fingerprint.ts'
import { parseTabs } from './document-tabs.ts'
import { nestingOf } from '../json.ts'
import { parsePreviews } from './parse-previews.ts'
import { isPathSegment } from './addresses.ts'
import { dataField } from './fields.ts'
import type { FieldParser } from './parse-fields.ts'
import { createFieldParser } from './parse-fields.ts'
import { originOf } from './routes.ts'
import type { Raw } from './read-value.ts'
import {
  parseLabels,
  read,
  readLabel,
  readList,
  readNumber,
  readObject,
  readText,
  readTexts,
} from './read-value.ts'
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
import type { SchemaProblem } from './schema-problem.ts'
import { toWords } from './labels.ts'

export type ParsedConfig = { ok: true; schema: SiteSchema } | { ok: false; reason: SchemaProblem }

/** The required part of the answer of GET /desktop/config; everything else may be missing or odd. */
const answerShape = v.looseObject({
  config: v.looseObject({
    collections: v.array(v.unknown()),
    globals: v.optional(v.array(v.unknown()), []),
  }),
})

/** Deepest nesting of a schema that can be passed to the page. Each block in a chain takes about four levels. */
const MAX_NESTING = 800

const DEFAULT_DATE_FORMAT = 'MMMM do yyyy, h:mm a'
const DEFAULT_AUTOSAVE_MS = 2_000
const DEFAULT_LIMIT = 10
const DEFAULT_LOCK_S = 300
const DEFAULT_LIMITS = [5, 10, 25, 50, 100]

/**
 * Parses the answer of GET /desktop/config. A field of a type that Galley does not know gets the type
 * `unknown`; a schema that is too large is an error.
 */
export function parseSiteConfig(types: FieldTypes, answer: unknown): ParsedConfig {
  const parsed = v.safeParse(answerShape, answer)
  if (!parsed.success) {
    const [issue] = parsed.issues
    return { ok: false, reason: { code: 'answer', place: v.getDotPath(issue) ?? 'answer' } }
  }
  const raw = readObject(answer)
  const config = readObject(raw['config'])
  const localization = parseLocalization(config['localization'], raw['availableLocales'])
  const extras = readObject(raw['extras'])
  const rawCollections = new Map(readList(config['collections']).map((item) => [read(item, 'slug'), item]))
  const fields = createFieldParser({
    types,
    hasLocalization: localization !== null,
    locales: localization?.locales.map((locale) => locale.code) ?? [],
    maxTextLength: readNumber(config['defaultMaxTextLength']),
    extras,
    blocks: siteBlocks(config),
    richText: readObject(raw['richText']),
    editors: readObject(raw['editors']),
    fieldsOf: (slug) => read(rawCollections.get(slug), 'fields'),
  })
  const folders = parseFolders(config)
  const folderField = readText(read(config['folders'], 'fieldName')) ?? 'folder'
  const maxBytes = readNumber(read(read(config['upload'], 'limits'), 'fileSize'))
  const clientUploads = parseClientUploads(raw['providers'])
  const schema: Omit<SiteSchema, 'fingerprint'> = {
    siteName: readText(read(raw['site'], 'name')),
    payloadVersion: readText(read(raw['galley'], 'payload')) ?? '',
    capabilities: parseCapabilities(read(raw['galley'], 'capabilities')),
    adminUserSlug: readText(read(config['admin'], 'user')) ?? 'users',
    routes: {
      admin: readText(read(config['routes'], 'admin')) ?? '/admin',
      api: readText(read(config['routes'], 'api')) ?? '/api',
    },
    serverUrl: originOf(readText(config['serverURL']) ?? ''),
    localization,
    dateFormat: readText(read(config['admin'], 'dateFormat')) ?? DEFAULT_DATE_FORMAT,
    fallbackLanguages: parseFallbackLanguages(config['i18n']),
    defaultDepth: readNumber(config['defaultDepth']) ?? 2,
    serverRules: parseServerRules(extras),
    folders,
    collections: bySlug(config['collections'], (item, slug) =>
      parseCollection(item, slug, fields, {
        folderField,
        isFolders: slug === folders?.slug,
        extras,
        upload: parseUpload(item['upload'], { maxBytes, clientUpload: clientUploads.get(slug) ?? null }),
      }),
    ),
    globals: bySlug(config['globals'], (item, slug) => parseGlobal(item, slug, fields, extras)),
  }
  const problem = fields.finish()
  if (problem !== null) return { ok: false, reason: problem }
  if (nestingOf(schema) > MAX_NESTING) return { ok: false, reason: { code: 'chain', limit: MAX_NESTING } }
  // The fingerprint is of the answer, since blocks of a schema may contain each other.
  return { ok: true, schema: { fingerprint: fingerprint(canonicalJson(answer)), ...schema } }
}

/** Reads one language or several. */
function parseFallbackLanguages(i18n: unknown): string[] {
  const given = read(i18n, 'fallbackLanguage')
  const one = readText(given)
  const several = one === null ? readTexts(given) : [one]
  return several.length > 0 ? several : ['en']
}

const RULES = ['hasCondition', 'hasValidate', 'hasFilterOptions']

function parseServerRules(extras: Raw): string[] {
  const asking = Object.entries(extras).filter(([, extra]) =>
    RULES.some((rule) => read(extra, rule) === true),
  )
  return [...new Set(asking.map(([path]) => path.split('.')[0] ?? path))]
}

/** Parses each entity once, in the order given; those without a slug that fits into an address are left out. */
function bySlug<T>(value: unknown, parse: (item: Raw, slug: string) => T): T[] {
  const found = new Map<string, T>()
  for (const item of readList(value)) {
    const slug = readText(read(item, 'slug'))
    if (slug !== null && isPathSegment(slug) && !found.has(slug))
      found.set(slug, parse(readObject(item), slug))
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

/** Reads the locales. `available`: codes of those that the user is offered; no list: all. */
function parseLocalization(value: unknown, available: unknown): Localization | null {
  const known = readList(read(value, 'locales')).flatMap((item) => {
    const code = readText(item) ?? readText(read(item, 'code'))
    return code === null ? [] : [{ code, item }]
  })
  const [first] = known
  if (first === undefined) return null
  const requested = readText(read(value, 'defaultLocale'))
  const defaultLocale = known.find(({ code }) => code === requested)?.code ?? first.code
  const offered = Array.isArray(available) ? readTexts(available) : null
  const hasFallback = read(value, 'fallback') !== false
  const locales = known.map(({ code, item }) => {
    const given = read(item, 'fallbackLocale')
    const asked = [readText(given) ?? readTexts(given)].flat()
    const own = asked.filter((one) => one !== code && known.some((other) => other.code === one))
    // A locale with fallbacks of its own never falls back to the default one (as Payload's sanitizeFallbackLocale
    // does).
    const fallbacks = asked.length > 0 ? own : [defaultLocale].filter((one) => one !== code)
    return {
      code,
      label: readLabel(read(item, 'label')) ?? code,
      rtl: read(item, 'rtl') === true,
      fallbacks: hasFallback ? fallbacks : [],
      ...(offered?.includes(code) === false && { hidden: true as const }),
    }
  })
  const isActiveFirst = read(value, 'defaultLocalePublishOption') === 'active'
  return { defaultLocale, locales, ...(isActiveFirst && { publishesActive: true }) }
}

/** The plugin's capabilities, as in /desktop and /desktop/config. */
export function parseCapabilities(value: unknown): Capabilities {
  const has = (name: string): boolean => read(value, name) === true
  return {
    config: has('config'),
    session: has('session'),
    formState: has('formState'),
    permissions: has('permissions'),
    schedule: has('schedule'),
    schedules: has('schedules'),
    previews: has('previews'),
    staleCheck: has('staleCheck'),
    idempotency: has('idempotency'),
    unsent: has('unsent'),
    clientIds: readTexts(read(value, 'clientIds')),
  }
}

function parseEntity(raw: Raw, slug: string, fields: FieldParser, extras: Raw): Entity {
  const admin = readObject(raw['admin'])
  return {
    slug,
    fields: fields.parse(raw['fields'], slug).map(withoutStatusInput),
    group: admin['group'] === false ? false : readLabel(admin['group']),
    hidden: admin['hidden'] === true,
    versions: parseVersions(raw['versions']),
    description: readLabel(admin['description']),
    lockMs: parseLock(raw['lockDocuments']),
    ...parsePreviews(read(extras, slug)),
    tabs: parseTabs(read(extras, slug), admin['hideAPIURL'] === true),
    apiView: admin['hideAPIURL'] !== true,
  }
}

/**
 * The duration of locks in milliseconds. Documents are locked unless the site disables it; a duration of 0 means no
 * locks.
 */
function parseLock(value: unknown): number | null {
  const seconds = value === false ? 0 : (readNumber(read(value, 'duration')) ?? DEFAULT_LOCK_S)
  return seconds > 0 ? seconds * 1000 : null
}

/** Hides the status field: the header shows the status, and publishing changes it. */
function withoutStatusInput(field: Field): Field {
  return 'name' in field && field.name === '_status' ? { ...field, hidden: true } : field
}

/** The paths of upload handlers by collection, below the API root (S7.11). */
function parseClientUploads(providers: unknown): Map<string, string> {
  return new Map(
    readList(providers).flatMap((provider): [string, string][] => {
      const props = read(provider, 'clientProps')
      const slug = readText(read(props, 'collectionSlug'))
      const path = readText(read(props, 'serverHandlerPath'))
      const isOn = read(props, 'enabled') !== false
      return slug !== null && path?.startsWith('/') && isOn ? [[slug, path]] : []
    }),
  )
}

/** The field of an upload's file; it comes before all other fields. */
function fileField(slug: string, upload: UploadConfig): Field {
  return {
    type: 'file',
    name: FILE_FIELD,
    schemaPath: `${slug}.${FILE_FIELD}`,
    label: null,
    description: null,
    hidden: false,
    disabled: false,
    readOnly: false,
    width: null,
    position: 'main',
    hasCondition: false,
    component: null,
    required: upload.requiresFile,
    localized: false,
    unique: false,
    editsMany: false,
    hasComputedDefault: false,
    isColumn: false,
    isFilter: false,
    canSort: false,
    placeholder: null,
    defaultValue: null,
    upload,
  }
}

type CollectionContext = {
  folderField: string
  /** True if the documents are folders, which are nested by `folderField` as well. */
  isFolders: boolean
  upload: UploadConfig | false
  extras: Raw
}

function parseCollection(
  raw: Raw,
  slug: string,
  fields: FieldParser,
  { folderField, isFolders, upload, extras }: CollectionContext,
): Collection {
  const admin = readObject(raw['admin'])
  const entity = parseEntity(raw, slug, fields, extras)
  if (read(raw['auth'], 'useAPIKey')) entity.fields = entity.fields.map(withoutKeyInput)
  if (raw['folders'] || isFolders)
    entity.fields = entity.fields.map((field) => withFolderLabel(field, folderField))
  const byName = read(raw['auth'], 'loginWithUsername')
  if (byName) entity.fields = entity.fields.map((field) => forLogin(field, byName))
  const sort = raw['defaultSort']
  const limits = readList(read(admin['pagination'], 'limits')).flatMap((item) => readNumber(item) ?? [])
  return {
    ...entity,
    ...(upload && { fields: [fileField(slug, upload), ...entity.fields] }),
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
    upload,
    auth: Boolean(raw['auth']),
    credentials: parseCredentials(raw['auth']),
    loginWithUsername: parseLoginWithUsername(read(raw['auth'], 'loginWithUsername')),
    trash: raw['trash'] === true,
    orderable: raw['orderable'] === true,
    duplicates: raw['disableDuplicate'] !== true,
    copiesLocales: admin['disableCopyToLocale'] !== true,
    editsMany: raw['disableBulkEdit'] !== true,
    deletesMany: raw['disableBulkDelete'] !== true,
    folderField: raw['folders'] ? folderField : null,
    isInFolders: Boolean(raw['folders']) && read(raw['folders'], 'browseByFolder') !== false,
    keepsViews: raw['enableQueryPresets'] === true,
    inRichText: read(raw['admin'], 'enableRichTextRelationship') !== false,
    idType: dataField(entity.fields, 'id')?.type === 'number' ? 'number' : 'text',
  }
}

function parseCredentials(auth: unknown): Collection['credentials'] {
  if (!auth) return null
  const password = !read(auth, 'disableLocalStrategy')
  return {
    password,
    apiKey: Boolean(read(auth, 'useAPIKey')),
    // Attempts are counted, and accounts unlocked, only for logins with a password.
    lock: password && (readNumber(read(auth, 'maxLoginAttempts')) ?? 0) > 0,
  }
}

/** Fields of API keys. A key is never edited in a form: it goes to the server at once and is not stored here. */
const KEY_FIELDS = ['apiKey', 'enableAPIKey', 'hasAPIKey']

function withoutKeyInput(field: Field): Field {
  return 'name' in field && field.name !== null && KEY_FIELDS.includes(field.name)
    ? { ...field, disabled: true }
    : field
}

/** The companion sends the hidden collection of folders to users who may read it (S3.23). */
function parseFolders(config: Raw): SiteSchema['folders'] {
  const folders = config['folders']
  if (!folders) return null
  const slug = readText(read(folders, 'slug')) ?? 'payload-folders'
  const isHere = readList(config['collections']).some((one) => read(one, 'slug') === slug)
  return isHere ? { slug, browse: read(folders, 'browseByFolder') !== false } : null
}

/** Labels of the folder field, which Payload makes itself and names in English only (U18). */
const FOLDER = { en: 'Folder', de: 'Ordner', fr: 'Dossier', ar: 'المجلد' }

function withFolderLabel(field: Field, folderField: string): Field {
  const isMade = field.type === 'relationship' && field.name === folderField && field.label === FOLDER.en
  return isMade ? { ...field, label: FOLDER } : field
}

/**
 * Adapts the name and e-mail fields of users who log in by name: which are required, and whether e-mail is
 * used (S3.15).
 */
function forLogin(field: Field, byName: unknown): Field {
  const is = (name: string) => read(byName, name) === true
  if (field.type === 'text' && field.name === 'username') return { ...field, required: is('requireUsername') }
  if (field.type !== 'email' || field.name !== 'email') return field
  const isOfUse = is('requireEmail') || is('allowEmailLogin')
  return { ...field, required: is('requireEmail'), ...(!isOfUse && { disabled: true }) }
}

function parseLoginWithUsername(value: unknown): Collection['loginWithUsername'] {
  if (!value) return null
  return {
    requireUsername: read(value, 'requireUsername') === true,
    requireEmail: read(value, 'requireEmail') === true,
  }
}

function parseGlobal(raw: Raw, slug: string, fields: FieldParser, extras: Raw): Global {
  return {
    ...parseEntity(raw, slug, fields, extras),
    kind: 'global',
    label: readLabel(raw['label']) ?? toWords(slug),
  }
}

function parseVersions(value: unknown): VersionsConfig | null {
  if (value === true)
    return {
      drafts: false,
      localeStatus: false,
      autosaveInterval: null,
      max: null,
      validatesDrafts: false,
      schedules: false,
    }
  const versions = readObject(value)
  if (Object.keys(versions).length === 0) return null
  const autosave = read(versions['drafts'], 'autosave')
  return {
    drafts: Boolean(versions['drafts']),
    localeStatus: read(versions['drafts'], 'localizeStatus') === true,
    autosaveInterval: autosave ? (readNumber(read(autosave, 'interval')) ?? DEFAULT_AUTOSAVE_MS) : null,
    max: readNumber(versions['maxPerDoc']) ?? readNumber(versions['max']),
    validatesDrafts: read(versions['drafts'], 'validate') === true,
    schedules: Boolean(read(versions['drafts'], 'schedulePublish')),
  }
}
