import type { Json } from '../json.ts'

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
  localization: Localization | null
  /** date-fns format of dates in the admin, `MMMM do yyyy, h:mm a` where the site says nothing (S9.23). */
  dateFormat: string
  defaultDepth: number
  collections: Collection[]
  globals: Global[]
}

/** Which parts of the companion plugin the server has. All false or empty: no plugin. */
export type Capabilities = {
  config: boolean
  session: boolean
  formState: boolean
  schedule: boolean
  staleCheck: boolean
  idempotency: boolean
  /** Slugs of collections that accept an id made by the client. */
  clientIds: string[]
}

export type Localization = {
  defaultLocale: string
  locales: { code: string; label: LocalizedText; rtl: boolean }[]
}

/** A text, or one per language (S3.21). */
export type LocalizedText = string | { [language: string]: string }

export type Entity = {
  slug: string
  fields: Field[]
  /** Group of the navigation, null for the default one (S2.17). */
  group: LocalizedText | null
  hidden: boolean
  versions: VersionsConfig | null
  description: LocalizedText | null
}

export type Collection = Entity & {
  kind: 'collection'
  labels: { singular: LocalizedText; plural: LocalizedText }
  /** Field name; 'id' where the site says nothing (S3.16). */
  useAsTitle: string
  defaultColumns: string[] | null
  listSearchableFields: string[] | null
  defaultSort: string | null
  defaultLimit: number
  limits: number[]
  timestamps: boolean
  upload: boolean
  auth: boolean
  /** Where users log in with a user name: what a user must have (S5.17, S5.18). Null elsewhere. */
  loginWithUsername: { requireUsername: boolean; requireEmail: boolean } | null
  trash: boolean
  folders: boolean
  /** Name of the id field's type: decides whether an id is sent as a number. */
  idType: 'text' | 'number'
}

export type Global = Entity & { kind: 'global'; label: LocalizedText }

export type VersionsConfig = {
  drafts: boolean
  /** Milliseconds of quiet before an autosave, null where autosave is off (S9.11: 2000 by default). */
  autosaveInterval: number | null
  max: number | null
}

type FieldBase = {
  /** null: the site gave `label: false`. */
  label: LocalizedText | null
  description: LocalizedText | null
  /** Not rendered, kept in the data (S3.11). */
  hidden: boolean
  /** Not rendered and absent from columns and filters (S3.11). */
  disabled: boolean
  readOnly: boolean
  /** Share of a row's width, such as '50%', or null. */
  width: string | null
  position: 'main' | 'sidebar'
  /** The server decides by a function whether the field is shown. */
  hasCondition: boolean
}

type NamedBase = FieldBase & {
  name: string
  /** False where a hook of the server may fill the value in: only the server can tell that it is missing. */
  required: boolean
  /** True only where this field itself holds one value per locale; false inside a localized parent. */
  localized: boolean
  placeholder: LocalizedText | null
  defaultValue: Json
}

export type TextField = NamedBase & {
  type: 'text' | 'textarea' | 'email' | 'code'
  hasMany: boolean
  minLength: number | null
  /** Of the field, else of the whole site; null where neither says (S5.06). */
  maxLength: number | null
  minRows: number | null
  maxRows: number | null
}
export type NumberField = NamedBase & {
  type: 'number'
  hasMany: boolean
  min: number | null
  max: number | null
  step: number | null
  minRows: number | null
  maxRows: number | null
}
export type CheckboxField = NamedBase & { type: 'checkbox' }
export type DateField = NamedBase & {
  type: 'date'
  appearance: 'dayOnly' | 'dayAndTime' | 'timeOnly' | 'monthOnly'
  displayFormat: string | null
  /** True where the field has a sibling `${name}_tz` (S5.26 timezoneRequired). */
  timezone: boolean
}
export type SelectOption = { value: string; label: LocalizedText }
export type SelectField = NamedBase & {
  type: 'select' | 'radio'
  hasMany: boolean
  options: SelectOption[]
  isClearable: boolean
}
export type RelationField = NamedBase & {
  type: 'relationship' | 'upload'
  relationTo: string[]
  /** True where a value is `{relationTo, value}` (S3.07). */
  polymorphic: boolean
  hasMany: boolean
}
export type ArrayField = NamedBase & {
  type: 'array'
  labels: { singular: LocalizedText; plural: LocalizedText }
  fields: Field[]
  minRows: number | null
  maxRows: number | null
}
export type Block = {
  slug: string
  labels: { singular: LocalizedText; plural: LocalizedText }
  fields: Field[]
}
export type BlocksField = NamedBase & {
  type: 'blocks'
  labels: { singular: LocalizedText; plural: LocalizedText }
  blocks: Block[]
  minRows: number | null
  maxRows: number | null
}
/** Fields whose value this model treats as one piece: rich text, JSON, point, join, and types it does not know. */
export type OpaqueField = NamedBase & {
  type: 'richText' | 'json' | 'point' | 'join' | 'unknown'
  /** The type as the server names it. */
  rawType: string
  /** Locales of the site, for rich text that is not localized itself but may hold nodes with localized fields. */
  innerLocales?: string[]
}
/** A group with a name nests its data; one without only lays out (S3.03). */
export type GroupField = FieldBase & {
  type: 'group'
  name: string | null
  localized: boolean
  fields: Field[]
}
export type LayoutField = FieldBase & {
  type: 'row' | 'collapsible'
  fields: Field[]
  initCollapsed: boolean
}
export type Tab = {
  /** null: the tab only lays out (S3.06). */
  name: string | null
  label: LocalizedText | null
  description: LocalizedText | null
  localized: boolean
  hasCondition: boolean
  fields: Field[]
}
export type TabsField = FieldBase & { type: 'tabs'; tabs: Tab[] }
export type UiField = FieldBase & { type: 'ui'; name: string }

export type ValueField =
  TextField | NumberField | CheckboxField | DateField | SelectField | RelationField | OpaqueField
export type RowsField = ArrayField | BlocksField
export type Field = ValueField | RowsField | GroupField | LayoutField | TabsField | UiField
