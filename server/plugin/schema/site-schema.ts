import type {
  ClientConfig,
  FieldSchemaMap,
  PayloadRequest,
  SanitizedCollectionConfig,
  SanitizedPermissions,
  SanitizedConfig,
  SanitizedGlobalConfig,
} from 'payload'
import { getClientConfig } from '@payloadcms/ui/utilities/getClientConfig'
import type { Visible } from '../endpoints/app-user.ts'
import { jsonSafe } from '../json-safe.ts'
import type { JsonSafe } from '../json-safe.ts'
import { fieldExtras, ownValidations } from './field-extras.ts'
import type { FieldExtras } from './field-extras.ts'
import { readableBlocks, readableEntity, fieldsBelow } from './readable-config.ts'
import { NO_COMPONENTS, editorKey, editorSchema } from './rich-text-editor.ts'
import type { EditorSchema } from './rich-text-editor.ts'
import { dateSnapshot } from '../writes/locale-publish.ts'
import { createSchemaEntries } from './schema-entries.ts'
import { getLivePreviewConfig, isLivePreviewEnabled } from '@payloadcms/ui/utilities/handleLivePreview'
import { documentTabs } from './document-tabs.ts'
import type { TabAsker, TabExtras } from './document-tabs.ts'

/** The part of GET /desktop/config that follows from the site's config. */
export type SiteSchemaAnswer = {
  /** Payload's client config, reduced to what the user may see; see readable-config.ts. */
  readonly config: JsonSafe
  /**
   * Properties that the client config lacks, by schema path (`posts.title`), or by the slug of a collection or
   * global. Referenced blocks have their fields once, at `block:<slug>`.
   */
  readonly extras: { readonly [schemaPath: string]: FieldExtras | EntityExtras }
  /** Keys of editors by the schema path of their rich text field. */
  readonly richText: { readonly [schemaPath: string]: { readonly editor: string } }
  readonly editors: { readonly [key: string]: EditorSchema }
  /** Props that plugins pass to the admin's providers, such as upload handlers of a storage. */
  readonly providers: JsonSafe
}

/** The collection of saved list views, which Payload hides from the navigation. */
const PRESETS = 'payload-query-presets'

/** Keys of the client config that are sent: an allow-list, so that a new version discloses nothing. */
const SENT = [
  'blocks',
  'blocksMap',
  'cookiePrefix',
  'defaultDepth',
  'defaultMaxTextLength',
  'folders',
  'localization',
  'maxDepth',
  'routes',
  'serverURL',
] as const
const SENT_OF_ADMIN = [
  'avatar',
  'custom',
  'dateFormat',
  'livePreview',
  'meta',
  'routes',
  'theme',
  'timezones',
  'user',
] as const

/** Removes the folder of uploads on the server, which no client needs. */
function withoutServerPaths(value: JsonSafe): JsonSafe {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const upload = 'upload' in value ? value.upload : undefined
  if (typeof upload !== 'object' || upload === null || Array.isArray(upload)) return value
  const kept = Object.fromEntries(Object.entries(upload).filter(([key]) => key !== 'staticDir'))
  return Object.assign({}, value, { upload: kept })
}

type ReadAccess = { readonly permissions: EntityPermissions; readonly blocks: ReadonlyMap<string, unknown> }

function clientConfigFor(
  config: ClientConfig,
  visible: Visible,
  isSent: (slug: string) => boolean,
  { permissions, blocks }: ReadAccess,
): Record<string, JsonSafe> {
  const collections = config.collections.filter(({ slug }) => isSent(slug))
  const globals = config.globals.filter(({ slug }) => visible.globals.includes(slug))
  const safe = (entity: object, access: unknown): JsonSafe => readableEntity(jsonSafe(entity) ?? null, access)
  const pick = (source: object, keys: readonly string[]): Record<string, JsonSafe> => {
    const picked: Record<string, JsonSafe> = {}
    for (const key of keys) {
      const value = jsonSafe(Reflect.get(source, key))
      if (value !== undefined) picked[key] = value
    }
    return picked
  }
  const sent = pick(config, SENT)
  for (const key of ['blocks', 'blocksMap']) {
    const all = sent[key]
    if (all !== undefined) sent[key] = readableBlocks(all, blocks)
  }
  return {
    ...sent,
    admin: pick(config.admin, SENT_OF_ADMIN),
    collections: collections.map((collection) =>
      withoutServerPaths(
        safe(
          visible.collections.includes(collection.slug)
            ? collection
            : { ...collection, admin: { ...collection.admin, hidden: true } },
          permissions.collections?.[collection.slug],
        ),
      ),
    ),
    globals: globals.map((global) => safe(global, permissions.globals?.[global.slug])),
  }
}

/** The user and the language of a schema request. */
export type SchemaAsker = Pick<PayloadRequest, 'payload' | 'i18n'> & Partial<Pick<PayloadRequest, 'user'>>

/** The user's permissions for collections and globals, by slug; see readable-config.ts. */
type EntityPermissions = {
  readonly collections?: Readonly<Record<string, unknown>>
  readonly globals?: Readonly<Record<string, unknown>>
}

type Collected = {
  extras: Record<string, FieldExtras | EntityExtras>
  richText: Record<string, { editor: string }>
  editors: Record<string, EditorSchema>
}

function collect(req: SchemaAsker, schemaMap: FieldSchemaMap, into: Collected): void {
  const own = ownValidations(req.payload)
  for (const [schemaPath, entry] of schemaMap) {
    if (schemaPath.includes('.lexical_internal_feature.') && !('type' in entry)) continue
    const extras = fieldExtras(entry, own)
    if (extras) into.extras[schemaPath] = extras
    if (!('type' in entry) || entry.type !== 'richText') continue
    const editor = editorOrNone(req, entry.editor, schemaPath, schemaMap)
    if (!editor) continue
    const key = editorKey(editor)
    into.editors[key] = editor
    into.richText[schemaPath] = { editor: key }
  }
}

/** True if a hook of the site may give a document its id before it is stored. */
function mayMakeIds({ flattenedFields, hooks }: SanitizedCollectionConfig): boolean {
  const own = [...hooks.beforeValidate, ...hooks.beforeChange.filter((hook) => hook !== dateSnapshot)]
  return own.length > 0 && flattenedFields.some(({ name }) => name === 'id')
}

/**
 * The editor of a field; null, with a line in the log, if the site's code for it throws: the rest of the site still
 * opens.
 */
function editorOrNone(
  req: SchemaAsker,
  editor: unknown,
  schemaPath: string,
  schemaMap: FieldSchemaMap,
): EditorSchema | null {
  try {
    return editorSchema(req, editor, schemaPath, schemaMap)
  } catch (err) {
    req.payload.logger.error({ err, msg: `The editor of ${schemaPath} could not be read` })
    return null
  }
}

/**
 * The schema for this user in the request's language: defaults, filters and props only of readable fields. `readable`
 * adds the hidden collections of folders and list views if they are readable.
 */
export function siteSchema(
  req: PayloadRequest,
  visible: Visible,
  permissions: SanitizedPermissions,
  readable: readonly string[],
): SiteSchemaAnswer {
  const { config } = req.payload
  const clientConfig = getClientConfig({
    config,
    i18n: req.i18n,
    importMap: NO_COMPONENTS,
    user: req.user ?? true,
  })
  const hidden = [...(config.folders ? [config.folders.slug] : []), PRESETS]
  const isSent = (slug: string): boolean =>
    visible.collections.includes(slug) || (hidden.includes(slug) && readable.includes(slug))
  const entries = createSchemaEntries(config, req.i18n)
  for (const { slug, fields } of config.collections)
    if (isSent(slug)) entries.add(slug, fields, fieldsBelow(permissions.collections?.[slug]))
  for (const { slug, fields } of config.globals)
    if (visible.globals.includes(slug)) entries.add(slug, fields, fieldsBelow(permissions.globals?.[slug]))
  const collected: Collected = { extras: {}, richText: {}, editors: {} }
  collect(req, entries.finish(), collected)
  const asker = { req, permissions }
  for (const collection of config.collections)
    if (visible.collections.includes(collection.slug)) {
      if (mayMakeIds(collection)) {
        const path = `${collection.slug}.id`
        collected.extras[path] = { ...collected.extras[path], hasIdHook: true }
      }
      addEntity(collection.slug, entityExtras(config, { collectionConfig: collection }, asker))
    }
  for (const global of config.globals)
    if (visible.globals.includes(global.slug))
      addEntity(global.slug, entityExtras(config, { globalConfig: global }, asker))
  function addEntity(slug: string, extras: EntityExtras | null): void {
    if (extras) collected.extras[slug] = extras
  }
  const providers = (config.admin.components?.providers ?? []).flatMap((provider) =>
    typeof provider === 'object' && provider !== null && provider.clientProps
      ? [{ path: provider.path, clientProps: jsonSafe(provider.clientProps) ?? null }]
      : [],
  )
  // Languages of labels without a text in the requested one; the client config lacks them.
  const i18n = { fallbackLanguage: jsonSafe(config.i18n.fallbackLanguage) ?? null }
  const upload = { limits: { fileSize: jsonSafe(config.upload.limits?.fileSize) ?? null } }
  const access = { permissions, blocks: entries.blocks }
  const sent = { ...clientConfigFor(clientConfig, visible, isSent, access), i18n, upload }
  return { config: sent, ...collected, providers }
}

/** Properties of a collection or global that the client config lacks and that can be sent. Absent means no. */
export type EntityExtras = {
  /** The site has preview addresses for documents: ask /desktop/preview-url. */
  hasPreview?: true
  /** The site has a live preview for documents: ask /desktop/live-preview-url. */
  livePreview?: { readonly breakpoints: JsonSafe; readonly openByDefault: boolean }
  /** Tabs of documents that the site has added or changed. */
  tabs?: readonly TabExtras[]
}

/** The extras of a collection or global; `null`: none. */
export function entityExtras(
  config: SanitizedConfig,
  entity: { collectionConfig: SanitizedCollectionConfig } | { globalConfig: SanitizedGlobalConfig },
  asker: TabAsker,
): EntityExtras | null {
  const { admin } = 'collectionConfig' in entity ? entity.collectionConfig : entity.globalConfig
  const isOn = isLivePreviewEnabled({ config, ...entity })
  const live = isOn ? getLivePreviewConfig({ config, ...entity, isLivePreviewEnabled: isOn }) : null
  const tabs = documentTabs(entity, asker)
  const extras: EntityExtras = {
    ...(typeof admin.preview === 'function' && { hasPreview: true }),
    ...(live?.url && {
      livePreview: {
        breakpoints: jsonSafe(live.breakpoints) ?? [],
        openByDefault: live.openByDefault === true,
      },
    }),
    ...(tabs.length > 0 && { tabs }),
  }
  return Object.keys(extras).length > 0 ? extras : null
}
