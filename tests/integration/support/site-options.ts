import type {
  CollectionAdminOptions,
  CollectionConfig,
  Config,
  GlobalAdminOptions,
  GlobalConfig,
  SchedulePublish,
} from 'payload'

/** Keys of each member of a union, without Payload's own marks. */
type KeysOf<T> = T extends unknown ? Exclude<keyof T & string, `_${string}`> : never
/** The object form of an option that may also be a plain yes or no. */
type ObjectOf<T> = Exclude<Extract<T, object>, readonly unknown[]>
type Versions = ObjectOf<CollectionConfig['versions']>
type Drafts = ObjectOf<Versions['drafts']>
type Upload = ObjectOf<CollectionConfig['upload']>
type Auth = ObjectOf<CollectionConfig['auth']>
type Localization = Exclude<NonNullable<Config['localization']>, false>
type Locale = ObjectOf<Localization['locales'][number]>
type Folders = Exclude<NonNullable<Config['folders']>, false>

type CollectionOption =
  | Exclude<KeysOf<CollectionConfig>, 'admin' | 'auth' | 'upload' | 'versions'>
  | `admin.${KeysOf<CollectionAdminOptions>}`
  | `versions.${KeysOf<Versions>}`
  | `versions.drafts.${KeysOf<Drafts>}`
  | `versions.drafts.autosave.${KeysOf<ObjectOf<Drafts['autosave']>>}`
  | `versions.drafts.schedulePublish.${KeysOf<SchedulePublish>}`
  | `upload.${KeysOf<Upload>}`
  | `auth.${KeysOf<Auth>}`

type GlobalOption =
  | Exclude<KeysOf<GlobalConfig>, 'admin' | 'versions'>
  | `admin.${KeysOf<GlobalAdminOptions>}`
  | `versions.${KeysOf<ObjectOf<GlobalConfig['versions']>>}`

type SiteOption =
  | `localization.${KeysOf<Localization>}`
  | `localization.locales.${KeysOf<Locale>}`
  | `folders.${KeysOf<Folders>}`
  | `admin.${KeysOf<NonNullable<Config['admin']>>}`
  | `upload.${KeysOf<NonNullable<Config['upload']>>}`

/** Honoured: with `set` in place of `base` the client knows another thing of the collection or global. */
type Seen<T> = { readonly honoured: true; readonly base: Partial<T>; readonly set: Partial<T> }
/** Honoured: the test in the file `by` shows it. */
type ShownBy = { readonly honoured: true; readonly by: string }
export type Verdict<T> = Seen<T> | ShownBy | { readonly honoured: 'server' | false }
type Table<Option extends string, T> = Readonly<Record<Option, Verdict<T>>>

const by = (file: string): ShownBy => ({ honoured: true, by: `tests/${file}` })
/** The server does it for every client, or it concerns the server alone. */
const server = { honoured: 'server' } as const
/** Not honoured; docs/site-options.md says why. */
const no = { honoured: false } as const

const seen = (
  set: Partial<CollectionConfig>,
  base: Partial<CollectionConfig> = {},
): Seen<CollectionConfig> => ({
  honoured: true,
  base,
  set,
})
const admin = (set: NonNullable<CollectionConfig['admin']>) => seen({ admin: set })
const files = (set: Upload) => seen({ upload: set }, { upload: {} })
const users = (set: Auth) => seen({ auth: set }, { auth: {} })
const drafts = (set: Drafts) => seen({ versions: { drafts: set } }, { versions: { drafts: {} } })

const fields = by('unit/shared/fields/site-options.test.ts')
const parsed = by('unit/shared/cms/parse-config.test.ts')

export const collectionOptions: Table<CollectionOption, CollectionConfig> = {
  access: server,
  custom: no,
  dbName: server,
  defaultPopulate: server,
  defaultSort: seen({ defaultSort: '-title' }),
  disableBulkDelete: seen({ disableBulkDelete: true }),
  disableBulkEdit: seen({ disableBulkEdit: true }),
  disableDuplicate: seen({ disableDuplicate: true }),
  enableQueryPresets: seen({ enableQueryPresets: true }),
  endpoints: server,
  fields,
  folders: seen({ folders: true }),
  forceSelect: server,
  graphQL: server,
  hooks: server,
  indexes: server,
  labels: seen({ labels: { singular: 'Another', plural: 'Others' } }),
  lockDocuments: seen({ lockDocuments: false }),
  orderable: seen({ orderable: true }),
  slug: parsed,
  timestamps: seen({ timestamps: false }),
  trash: seen({ trash: true }),
  typescript: server,

  'admin.baseFilter': by('integration/main-narrowed-site.test.ts'),
  'admin.baseListFilter': by('integration/main-narrowed-site.test.ts'),
  'admin.components': no,
  'admin.custom': no,
  'admin.defaultColumns': admin({ defaultColumns: ['title'] }),
  'admin.description': admin({ description: 'What they are for' }),
  'admin.disableCopyToLocale': admin({ disableCopyToLocale: true }),
  'admin.enableListViewSelectAPI': no,
  'admin.enableRichTextLink': server,
  'admin.enableRichTextRelationship': admin({ enableRichTextRelationship: false }),
  'admin.formatDocURL': no,
  'admin.group': admin({ group: 'Others' }),
  'admin.groupBy': no,
  'admin.hidden': admin({ hidden: true }),
  'admin.hideAPIURL': admin({ hideAPIURL: true }),
  'admin.listSearchableFields': admin({ listSearchableFields: ['title'] }),
  'admin.livePreview': admin({ livePreview: { url: 'http://127.0.0.1/preview' } }),
  'admin.meta': no,
  'admin.pagination': admin({ pagination: { defaultLimit: 7 } }),
  'admin.preview': admin({ preview: () => 'http://127.0.0.1/preview' }),
  'admin.useAsTitle': admin({ useAsTitle: 'title' }),

  'versions.drafts': seen({ versions: { drafts: true } }, { versions: {} }),
  'versions.maxPerDoc': seen({ versions: { maxPerDoc: 3 } }, { versions: {} }),
  'versions.drafts.autosave': drafts({ autosave: true }),
  'versions.drafts.localizeStatus': by('integration/main-locale-status.test.ts'),
  'versions.drafts.schedulePublish': drafts({ schedulePublish: true }),
  'versions.drafts.validate': drafts({ validate: true }),
  'versions.drafts.autosave.interval': seen(
    { versions: { drafts: { autosave: { interval: 100 } } } },
    { versions: { drafts: { autosave: true } } },
  ),
  'versions.drafts.autosave.showSaveDraftButton': no,
  'versions.drafts.schedulePublish.timeFormat': no,
  'versions.drafts.schedulePublish.timeIntervals': no,

  'upload.adapter': server,
  'upload.admin': no,
  'upload.adminThumbnail': no,
  'upload.allowRestrictedFileTypes': server,
  'upload.bulkUpload': files({ bulkUpload: false }),
  'upload.cacheTags': no,
  'upload.constructorOptions': server,
  'upload.crop': files({ crop: false }),
  'upload.disableLocalStorage': server,
  'upload.displayPreview': no,
  'upload.externalFileHeaderFilter': server,
  'upload.filenameCompoundIndex': server,
  'upload.filesRequiredOnCreate': files({ filesRequiredOnCreate: false }),
  'upload.focalPoint': files({ focalPoint: false }),
  'upload.formatOptions': server,
  'upload.handlers': server,
  'upload.hideFileInputOnCreate': no,
  'upload.hideRemoveFile': files({ hideRemoveFile: true }),
  'upload.imageSizes': files({ imageSizes: [{ name: 'small', width: 10 }] }),
  'upload.mimeTypes': files({ mimeTypes: ['image/png'] }),
  'upload.modifyResponseHeaders': server,
  'upload.pasteURL': files({ pasteURL: { allowList: [{ hostname: 'example.com' }] } }),
  'upload.requiresClientUploadReceipt': server,
  'upload.resizeOptions': server,
  'upload.skipSafeFetch': server,
  'upload.staticDir': server,
  'upload.trimOptions': server,
  'upload.withMetadata': server,

  'auth.cookies': server,
  'auth.depth': server,
  'auth.disableLocalStrategy': users({ disableLocalStrategy: true }),
  'auth.forgotPassword': no,
  'auth.lockTime': server,
  'auth.loginWithUsername': users({ loginWithUsername: true }),
  'auth.maxLoginAttempts': users({ maxLoginAttempts: 0 }),
  'auth.removeTokenFromResponses': server,
  'auth.strategies': no,
  'auth.tokenExpiration': server,
  'auth.useAPIKey': users({ useAPIKey: true }),
  'auth.useSessions': server,
  'auth.verify': no,
}

const seenGlobal = (set: Partial<GlobalConfig>, base: Partial<GlobalConfig> = {}): Seen<GlobalConfig> => ({
  honoured: true,
  base,
  set,
})
const adminOfGlobal = (set: NonNullable<GlobalConfig['admin']>) => seenGlobal({ admin: set })

export const globalOptions: Table<GlobalOption, GlobalConfig> = {
  access: server,
  custom: no,
  dbName: server,
  endpoints: server,
  fields,
  forceSelect: server,
  graphQL: server,
  hooks: server,
  label: seenGlobal({ label: 'Another' }),
  lockDocuments: seenGlobal({ lockDocuments: false }),
  slug: parsed,
  typescript: server,
  'admin.components': no,
  'admin.custom': no,
  'admin.description': adminOfGlobal({ description: 'What it is for' }),
  'admin.group': adminOfGlobal({ group: 'Others' }),
  'admin.hidden': adminOfGlobal({ hidden: true }),
  'admin.hideAPIURL': adminOfGlobal({ hideAPIURL: true }),
  'admin.livePreview': adminOfGlobal({ livePreview: { url: 'http://127.0.0.1/preview' } }),
  'admin.meta': no,
  'admin.preview': adminOfGlobal({ preview: () => 'http://127.0.0.1/preview' }),
  'versions.drafts': seenGlobal({ versions: { drafts: true } }, { versions: {} }),
  'versions.max': seenGlobal({ versions: { max: 3 } }, { versions: {} }),
}

export const siteOptions: Table<SiteOption, never> = {
  'localization.defaultLocale': parsed,
  'localization.defaultLocalePublishOption': by('unit/renderer/edit/publish-button.test.tsx'),
  'localization.fallback': parsed,
  'localization.filterAvailableLocales': by('integration/main-narrowed-site.test.ts'),
  'localization.locales': parsed,
  'localization.locales.code': parsed,
  'localization.locales.fallbackLocale': parsed,
  'localization.locales.label': parsed,
  'localization.locales.rtl': parsed,
  'folders.browseByFolder': parsed,
  'folders.collectionOverrides': server,
  'folders.collectionSpecific': no,
  'folders.debug': no,
  'folders.fieldName': parsed,
  'folders.slug': parsed,
  'admin.autoLogin': no,
  'admin.autoRefresh': no,
  'admin.avatar': no,
  'admin.components': no,
  'admin.custom': no,
  'admin.dashboard': no,
  'admin.dateFormat': parsed,
  'admin.dependencies': no,
  'admin.disable': no,
  'admin.importMap': no,
  'admin.livePreview': by('integration/plugin-previews.test.ts'),
  'admin.meta': no,
  'admin.routes': parsed,
  'admin.suppressHydrationWarning': no,
  'admin.theme': no,
  'admin.timezones': fields,
  'admin.toast': no,
  'admin.user': parsed,
  'upload.abortOnLimit': server,
  'upload.createParentPath': server,
  'upload.debug': server,
  'upload.defCharset': server,
  'upload.defParamCharset': server,
  'upload.fileHwm': server,
  'upload.headers': server,
  'upload.highWaterMark': server,
  'upload.limitHandler': server,
  'upload.limits': by('integration/main-large-files.test.ts'),
  'upload.parseNested': server,
  'upload.preserveExtension': server,
  'upload.preservePath': server,
  'upload.requestSizeLimit': server,
  'upload.responseOnLimit': server,
  'upload.safeFileNames': server,
  'upload.tempFileDir': server,
  'upload.uploadTimeout': server,
  'upload.uriDecodeFileNames': server,
  'upload.useTempFiles': server,
}

type Entity<T> = { readonly slug: string; readonly config: Partial<T> }
/** A collection or global with an option, and the one without it that it is compared with. */
export type OptionCase<T> = { readonly option: string; readonly plain: Entity<T>; readonly set: Entity<T> }

function casesOf<T>(table: Readonly<Record<string, Verdict<T>>>, prefix: string): OptionCase<T>[] {
  return Object.entries(table).flatMap(([option, verdict], index): OptionCase<T>[] =>
    'set' in verdict
      ? [
          {
            option,
            plain: { slug: `${prefix}-${index}-plain`, config: verdict.base },
            set: { slug: `${prefix}-${index}-set`, config: { ...verdict.base, ...verdict.set } },
          },
        ]
      : [],
  )
}

export const collectionCases = casesOf(collectionOptions, 'c')
export const globalCases = casesOf(globalOptions, 'g')
