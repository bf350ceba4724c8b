import type {
  ArrayFieldOf,
  BlocksFieldOf,
  CheckboxField,
  CodeField,
  CollapsibleFieldOf,
  DateField,
  EmailField,
  FileField,
  GroupFieldOf,
  JoinField,
  JsonField,
  NumberField,
  PointField,
  RadioField,
  RelationshipField,
  RichTextFieldOf,
  RowFieldOf,
  SelectField,
  TabOf,
  TabsFieldOf,
  TextField,
  TextareaField,
  UiField,
  UnknownField,
  UploadField,
} from '../fields/field-shapes.ts'
import type { UploadConfig } from '../fields/file/upload-config.ts'
import type { RichTextEditorOf } from '../fields/richText/rich-text-editor.ts'
import type { EntityTab } from './document-tabs.ts'
import type { BlockOf, FieldBase, Labels, LocalizedText, NamedBase } from './field-base.ts'

/**
 * The client's model of a site's schema: what /desktop/config says, reduced to what Galley uses.
 * Made by ./parse-config.ts, which fills in all defaults. A flag that can only be true is absent for false.
 */
export type SiteSchema = {
  /** Changes with the schema; entries queued under another fingerprint are checked again (SY13). */
  fingerprint: string
  siteName: string | null
  payloadVersion: string
  capabilities: Capabilities
  adminUserSlug: string
  routes: { admin: string; api: string }
  /** The site's own origin, if its config has one. */
  serverUrl: string | null
  localization: Localization | null
  /** The date-fns format of dates in the admin; `MMMM do yyyy, h:mm a` by default (S9.23). */
  dateFormat: string
  /** Languages to try for labels without a text in the user's language; `en` by default (S3.21). */
  fallbackLanguages: readonly string[]
  defaultDepth: number
  /**
   * Slugs of collections and globals with functions that decide about fields (conditions, choices, validation), so
   * that the server has to be asked; `block:hero` for blocks that are defined once for the site.
   */
  serverRules: string[]
  /** The collection of folders, if the user may read it. `browse`: folders have a screen of their own. */
  folders: { slug: string; browse: boolean } | null
  collections: Collection[]
  globals: Global[]
}

/** The features of the companion plugin on the server; without the plugin all are false or empty. */
export type Capabilities = {
  config: boolean
  session: boolean
  formState: boolean
  /** Answers requests for the permissions of one document. */
  permissions: boolean
  schedule: boolean
  /** Sends the scheduled publishes for a page of a list. */
  schedules: boolean
  /** Sends the addresses of previews. */
  previews: boolean
  staleCheck: boolean
  idempotency: boolean
  /** Tells other users which documents somebody has unsent edits of. */
  unsent: boolean
  /** Slugs of collections that accept an id made by the client. */
  clientIds: string[]
}

export type Localization = {
  defaultLocale: string
  locales: ContentLocaleConfig[]
  /** The publish button publishes the current locale, and its menu all of them (F89). */
  publishesActive?: true
}

export type ContentLocaleConfig = {
  code: string
  label: LocalizedText
  rtl: boolean
  /** Fallback locales in the order in which the site asks them; empty: no fallback. */
  fallbacks: string[]
  /** The site does not offer the locale to this user. Its values are kept and merged as any. */
  hidden?: true
}

export type Entity = {
  slug: string
  fields: Field[]
  /**
   * Group of the navigation; null: the default one; false: not in the navigation, only reached by its address
   * (S2.17).
   */
  group: LocalizedText | null | false
  hidden: boolean
  versions: VersionsConfig | null
  description: LocalizedText | null
  /** Milliseconds that a lock lasts after its last sign of life; null: documents are not locked. */
  lockMs: number | null
  /** True if the site has preview addresses for the documents. */
  preview: boolean
  /** Settings of the live preview; null: the site has none. */
  livePreview: LivePreviewConfig | null
  /** The tabs above each document. */
  tabs: EntityTab[]
  /** False: the site hides its API view from everybody. */
  apiView: boolean
}

export type LivePreviewConfig = {
  /** Sizes that the site defines, in addition to the whole pane. */
  devices: PreviewDevice[]
  /** True if the live preview is open until the person closes it. */
  openByDefault: boolean
}

/** A screen size for the live preview. `width`, `height`: CSS lengths. */
export type PreviewDevice = { name: string; label: string; width: string; height: string }

export type Collection = Entity & {
  kind: 'collection'
  labels: Labels
  /** Name of the title field; 'id' by default (S3.16). */
  useAsTitle: string
  defaultColumns: string[] | null
  listSearchableFields: string[] | null
  defaultSort: string | null
  defaultLimit: number
  limits: number[]
  timestamps: boolean
  /** The rules for files; false: the collection has none. With files, the first field is of type `file`. */
  upload: UploadConfig | false
  auth: boolean
  /** The credentials of users that can be changed: password, API key, unlocking. Null if nobody signs in. */
  credentials: { password: boolean; apiKey: boolean; lock: boolean } | null
  /** The required login fields where users log in by name (S3.15, S5.17, S5.18). Null elsewhere. */
  loginWithUsername: { requireUsername: boolean; requireEmail: boolean } | null
  trash: boolean
  /** True if the documents have a manual order. */
  orderable: boolean
  /** False: the site disables duplicating documents. */
  duplicates: boolean
  /** False: the site disables copying values from one locale to another. */
  copiesLocales: boolean
  /** False: the site disables bulk edits. */
  editsMany: boolean
  /** False: the site disables bulk deletions. */
  deletesMany: boolean
  /** The field that holds the folder of a document; null without folders. */
  folderField: string | null
  /** True if the documents are shown in the folder view of all collections. */
  isInFolders: boolean
  /** True if the site stores list views, as documents of VIEWS_SLUG (`payload-query-presets`). */
  keepsViews: boolean
  /** True if rich text may refer to the documents, by relationships and, if it has files, by uploads (S6.05). */
  inRichText: boolean
  /** The id type, which decides whether an id is sent as a number. */
  idType: 'text' | 'number'
}

export type Global = Entity & { kind: 'global'; label: LocalizedText }

export type VersionsConfig = {
  drafts: boolean
  /** Drafts and publications per locale: `_status` has a value for each (experimental in Payload 3). */
  localeStatus: boolean
  /** Milliseconds of quiet before an autosave, null where autosave is off (S9.11: 2000 by default). */
  autosaveInterval: number | null
  max: number | null
  /** True if drafts, too, are saved only if they are valid. */
  validatesDrafts: boolean
  /** True if a publish or unpublish can be scheduled. */
  schedules: boolean
}

export type { FieldBase, Labels, LocalizedText, NamedBase }
export type {
  CheckboxField,
  CodeField,
  DateField,
  EmailField,
  FileField,
  JoinField,
  JsonField,
  NumberField,
  PointField,
  RadioField,
  RelationshipField,
  SelectField,
  TextField,
  TextareaField,
  UiField,
  UnknownField,
  UploadField,
}

export type ArrayField = ArrayFieldOf<Field>
export type Block = BlockOf<Field>
export type BlocksField = BlocksFieldOf<Field>
export type GroupField = GroupFieldOf<Field>
export type RowField = RowFieldOf<Field>
export type CollapsibleField = CollapsibleFieldOf<Field>
export type Tab = TabOf<Field>
export type TabsField = TabsFieldOf<Field>
export type RichTextEditor = RichTextEditorOf<Field>
export type RichTextField = RichTextFieldOf<Field>

/** Fields that refer to documents. */
export type RelationField = RelationshipField | UploadField
/** Containers that only affect the layout. */
export type LayoutField = RowField | CollapsibleField
/** Fields with a value of their own that is not a list of rows. */
export type ValueField =
  | TextField
  | TextareaField
  | EmailField
  | CodeField
  | NumberField
  | CheckboxField
  | DateField
  | SelectField
  | RadioField
  | RelationField
  | FileField
  | RichTextFieldOf<Field>
  | JsonField
  | PointField
  | JoinField
  | UnknownField
export type RowsField = ArrayFieldOf<Field> | BlocksFieldOf<Field>
/** Fields that hold other fields, or nothing. */
export type ContainerField =
  GroupFieldOf<Field> | RowFieldOf<Field> | CollapsibleFieldOf<Field> | TabsFieldOf<Field> | UiField
export type Field =
  | ValueField
  | ArrayFieldOf<Field>
  | BlocksFieldOf<Field>
  | GroupFieldOf<Field>
  | RowFieldOf<Field>
  | CollapsibleFieldOf<Field>
  | TabsFieldOf<Field>
  | UiField
