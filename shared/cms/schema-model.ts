import type { ArrayFieldOf } from '../fields/array/array-field.ts'
import type { BlockOf, BlocksFieldOf } from '../fields/blocks/blocks-field.ts'
import type { CheckboxField } from '../fields/checkbox/checkbox-field.ts'
import type { CodeField } from '../fields/code/code-field.ts'
import type { CollapsibleFieldOf } from '../fields/collapsible/collapsible-field.ts'
import type { DateField } from '../fields/date/date-field.ts'
import type { EmailField } from '../fields/email/email-field.ts'
import type { FileField } from '../fields/file/file-field.ts'
import type { UploadConfig } from '../fields/file/upload-config.ts'
import type { GroupFieldOf } from '../fields/group/group-field.ts'
import type { JoinField } from '../fields/join/join-field.ts'
import type { JsonField } from '../fields/json/json-field.ts'
import type { NumberField } from '../fields/number/number-field.ts'
import type { PointField } from '../fields/point/point-field.ts'
import type { RadioField } from '../fields/radio/radio-field.ts'
import type { RelationshipField } from '../fields/relationship/relationship-field.ts'
import type { RichTextEditorOf } from '../fields/richText/rich-text-editor.ts'
import type { RichTextFieldOf } from '../fields/richText/rich-text-field.ts'
import type { RowFieldOf } from '../fields/row/row-field.ts'
import type { SelectField } from '../fields/select/select-field.ts'
import type { TabOf, TabsFieldOf } from '../fields/tabs/tabs-field.ts'
import type { TextField } from '../fields/text/text-field.ts'
import type { TextareaField } from '../fields/textarea/textarea-field.ts'
import type { UiField } from '../fields/ui/ui-field.ts'
import type { UnknownField } from '../fields/unknown/unknown-field.ts'
import type { UploadField } from '../fields/upload/upload-field.ts'
import type { EntityTab } from './document-tabs.ts'
import type { FieldBase, Labels, LocalizedText, NamedBase } from './field-base.ts'

/**
 * The client's model of a site's schema: what /desktop/config says, reduced to what Galley uses.
 * Made by ./parse-config.ts; every property is present, so that readers need no defaults of their own.
 */
export type SiteSchema = {
  /** Changes with the schema; entries queued under another fingerprint are checked again (SY13). */
  fingerprint: string
  siteName: string | null
  payloadVersion: string
  capabilities: Capabilities
  adminUserSlug: string
  routes: { admin: string; api: string }
  /** The origin that the site has for itself, where its config says it. */
  serverUrl: string | null
  localization: Localization | null
  /** date-fns format of dates in the admin, `MMMM do yyyy, h:mm a` where the site says nothing (S9.23). */
  dateFormat: string
  /** Of labels that have no text in the language of the windows, in turn; `en` where the site says nothing (S3.21). */
  fallbackLanguages: readonly string[]
  defaultDepth: number
  /**
   * Where functions of the site decide about fields (conditions, choices, validation), so that the server has to be
   * asked: slugs of collections and globals, and `block:hero` for blocks that are defined once for the site.
   */
  serverRules: string[]
  /** The collection whose documents are folders, where the user may read it; `browse`: they have a screen of their own. */
  folders: { slug: string; browse: boolean } | null
  collections: Collection[]
  globals: Global[]
}

/** Which parts of the companion plugin the server has. All false or empty: no plugin. */
export type Capabilities = {
  config: boolean
  session: boolean
  formState: boolean
  /** Says what may be done with one document. */
  permissions: boolean
  schedule: boolean
  /** Says what is planned for the documents of a page of a list. */
  schedules: boolean
  /** Tells the addresses of previews. */
  previews: boolean
  staleCheck: boolean
  idempotency: boolean
  /** Tells others which documents somebody has unsent edits of. */
  unsent: boolean
  /** Slugs of collections that accept an id made by the client. */
  clientIds: string[]
}

export type Localization = {
  defaultLocale: string
  locales: ContentLocaleConfig[]
  /** The publish button publishes the locale on the screen, and its menu all of them (F89). */
  publishesActive?: true
}

export type ContentLocaleConfig = {
  code: string
  label: LocalizedText
  rtl: boolean
  /** Locales whose values the site shows where this one has none, in the order in which they are asked; none: no fallback. */
  fallbacks: string[]
  /** The site does not offer it to this person. Values in it are kept and merged as any. */
  hidden?: true
}

export type Entity = {
  slug: string
  fields: Field[]
  /** Group of the navigation; null: the default one, false: none, its screens are reached by their addresses (S2.17). */
  group: LocalizedText | null | false
  hidden: boolean
  versions: VersionsConfig | null
  description: LocalizedText | null
  /** How long a lock of its documents lasts after its last sign of life, in milliseconds; null: they are not locked. */
  lockMs: number | null
  /** Whether the site has an address to look at a document of it. */
  preview: boolean
  /** How the site shows a document of it as it is typed; null where it does not. */
  livePreview: LivePreviewConfig | null
  /** Over each of its documents. */
  tabs: EntityTab[]
  /** False: the site shows nobody what its API answers. */
  apiView: boolean
}

export type LivePreviewConfig = {
  /** Sizes that the site names, besides the whole pane. */
  devices: PreviewDevice[]
  /** Whether it is open until the person closes it. */
  openByDefault: boolean
}

/** `width`, `height`: CSS lengths. */
export type PreviewDevice = { name: string; label: string; width: string; height: string }

export type Collection = Entity & {
  kind: 'collection'
  labels: Labels
  /** Field name; 'id' where the site says nothing (S3.16). */
  useAsTitle: string
  defaultColumns: string[] | null
  listSearchableFields: string[] | null
  defaultSort: string | null
  defaultLimit: number
  limits: number[]
  timestamps: boolean
  /** What its files may be; false: its documents have none. Where there are files, the first field is one of type `file`. */
  upload: UploadConfig | false
  auth: boolean
  /** What lets users of this collection in, as far as it can be changed; null where nobody signs in. */
  credentials: { password: boolean; apiKey: boolean; lock: boolean } | null
  /** Where users log in with a user name: what a user must have (S3.15, S5.17, S5.18). Null elsewhere. */
  loginWithUsername: { requireUsername: boolean; requireEmail: boolean } | null
  trash: boolean
  /** Its documents have an order that people make. */
  orderable: boolean
  /** False: the site does not want documents of it duplicated. */
  duplicates: boolean
  /** False: the site does not want the values of one locale copied into another. */
  copiesLocales: boolean
  /** False: the site does not want many of them edited at once. */
  editsMany: boolean
  /** False: the site does not want many of them deleted at once. */
  deletesMany: boolean
  /** The field that says in which folder a document is; null without folders. */
  folderField: string | null
  /** Its documents are shown where all collections are browsed by folder. */
  isInFolders: boolean
  /** Whether the site keeps views of its list, as documents of VIEWS_SLUG (`payload-query-presets`). */
  keepsViews: boolean
  /** Whether rich text may point at its documents, by relationships and, where it has files, uploads (S6.05). */
  inRichText: boolean
  /** Name of the id field's type: decides whether an id is sent as a number. */
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
  /** Whether a draft, too, is saved only when all of it is valid. */
  validatesDrafts: boolean
  /** Whether a publish or unpublish can be planned for later. */
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

/** Fields that point at documents. */
export type RelationField = RelationshipField | UploadField
/** Containers that only lay out. */
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
