import type {
  BlockOf,
  ChoiceOption,
  EditorOptions,
  FieldBase,
  InputHints,
  Labels,
  LengthLimits,
  LocalizedText,
  NamedBase,
  RelationOptions,
  RelationTarget,
  RowLimits,
  RowsLook,
  TextDirection,
} from '../cms/field-base.ts'
import type { JsonObject } from '../json.ts'
import type { UploadConfig } from './file/upload-config.ts'
import type { RichTextEditorOf } from './richText/rich-text-editor.ts'
import type { DrawnBySeo, SeoImage, SeoShown, SeoText } from './seo/seo-part.ts'

/** The shape of each type of field, as the parser makes it, in alphabetical order. The unions are in schema-model.ts. */

/** `F`: the fields of a row. An interface, since only of these TypeScript lets a union name itself (schema-model.ts). */
export interface ArrayFieldOf<F> extends NamedBase, RowLimits, RowsLook {
  type: 'array'
  labels: Labels
  fields: F[]
}

export interface BlocksFieldOf<F> extends NamedBase, RowLimits, RowsLook {
  type: 'blocks'
  labels: Labels
  blocks: BlockOf<F>[]
  /** Slugs of the blocks that a new row may have, if the site limits them (filterOptions); null: any. */
  offered: readonly string[] | null
}

export type CheckboxField = NamedBase & { type: 'checkbox' }

export type CodeField = NamedBase & {
  type: 'code'
  /** Monaco's name of the language: `typescript`, `css`; null: plain text. */
  language: string | null
  editor: EditorOptions
}

export interface CollapsibleFieldOf<F> extends FieldBase {
  type: 'collapsible'
  fields: F[]
  initCollapsed: boolean
}

export type DateField = NamedBase & {
  type: 'date'
  appearance: 'dayOnly' | 'dayAndTime' | 'timeOnly' | 'monthOnly'
  /** date-fns format of the value while it is not edited; null: the format of the user's language. */
  displayFormat: string | null
  /** date-fns format of the times in the picker; null: the format of the user's language. */
  timeFormat: string | null
  /** Minutes between the times in the picker. */
  timeIntervals: number
  /** Limits of the picker, as ISO times; a typed date may lie outside, and the server accepts it. */
  minDate: string | null
  maxDate: string | null
  /** Limits of the picker's times; only the time of day counts. */
  minTime: string | null
  maxTime: string | null
  monthsToShow: 1 | 2
  /** True if the field has a sibling `${name}_tz` (S5.26 timezoneRequired). */
  timezone: boolean
  /** True if the time zone is required even where the date is not. */
  timezoneRequired: boolean
}

export type EmailField = NamedBase & InputHints & { type: 'email' }

/**
 * The file of an upload document, under the name that Payload reserves in upload collections; the client config has
 * no such field. Its value is the pending file, or without one the server's (see serverFile).
 */
export type FileField = NamedBase & { type: 'file'; upload: UploadConfig }

/** A group with a name nests its data; one without only lays out (S3.03). */
export interface GroupFieldOf<F> extends FieldBase {
  type: 'group'
  name: string | null
  localized: boolean
  fields: F[]
}

/** Documents that point at this one; the server computes them, they are not written. */
export type JoinField = NamedBase & {
  type: 'join'
  /** Slugs of the collections whose documents are listed. */
  collections: string[]
  /** Path of the field in the listed documents that points at this one. */
  on: string
  /** Documents on a page; null: the site does not say. */
  defaultLimit: number | null
  defaultSort: string | null
  defaultColumns: string[] | null
  allowCreate: boolean
  /** True if this list has a manual order, whose keys are in a field of the listed documents. */
  orderable: boolean
  /** A filter for the listed documents, besides that they refer to this one. */
  where: JsonObject | null
}

export type JsonField = NamedBase & {
  type: 'json'
  /** JSON Schema of the value; null: any value, or a schema that only the server can fetch. */
  jsonSchema: JsonObject | null
  /** Largest height of the editor, in CSS pixels; null: as high as its lines. */
  maxHeight: number | null
  editor: EditorOptions
}

export type NumberField = NamedBase &
  RowLimits &
  InputHints & {
    type: 'number'
    hasMany: boolean
    min: number | null
    max: number | null
    step: number | null
  }

/** A place: `[longitude, latitude]`, in degrees. */
export type PointField = NamedBase & { type: 'point'; step: number | null }

export type RadioField = NamedBase & {
  type: 'radio'
  options: ChoiceOption[]
  layout: 'horizontal' | 'vertical'
}

export type RelationshipField = NamedBase & RelationTarget & RelationOptions & { type: 'relationship' }

export interface RichTextFieldOf<F> extends NamedBase {
  type: 'richText'
  /** Locales of the site where the field is not localized itself but may hold nodes with localized fields. */
  innerLocales: readonly string[] | null
  /** The editor's features; null: the site does not tell, or the editor is not Lexical's. */
  editor: RichTextEditorOf<F> | null
}

export interface RowFieldOf<F> extends FieldBase {
  type: 'row'
  fields: F[]
}

export type SelectField = NamedBase & {
  type: 'select'
  hasMany: boolean
  options: ChoiceOption[]
  isClearable: boolean
  /** False: the chosen values stay in the order in which they were chosen. */
  isSortable: boolean
}

export interface TabOf<F> {
  /** null: the tab only lays out (S3.06). */
  name: string | null
  schemaPath: string
  label: LocalizedText | null
  description: LocalizedText | null
  localized: boolean
  hasCondition: boolean
  fields: F[]
}

export interface TabsFieldOf<F> extends FieldBase {
  type: 'tabs'
  tabs: TabOf<F>[]
}

export type TextField = NamedBase &
  LengthLimits &
  RowLimits &
  InputHints &
  TextDirection &
  DrawnBySeo<SeoText> & {
    type: 'text'
    hasMany: boolean
    /** For a slug, the name of the field that it is made from. Null: the text is no slug. */
    slugSource: string | null
    /** True if a function of the site makes the slug, so that only the server can. */
    slugFromSite: boolean
  }

export type TextareaField = NamedBase &
  LengthLimits &
  TextDirection &
  DrawnBySeo<SeoText> & {
    type: 'textarea'
    /** Fewest visible lines; null: the site does not say. */
    rows: number | null
  }

/** A field that is only shown and has no data (S3.10). */
export type UiField = FieldBase & DrawnBySeo<SeoShown> & { type: 'ui'; name: string }

/** A type that this model does not know; its value is kept as one piece. */
export type UnknownField = NamedBase & {
  type: 'unknown'
  /** The type as the server names it. */
  rawType: string
}

export type UploadField = NamedBase &
  RelationTarget &
  RelationOptions &
  DrawnBySeo<SeoImage> & { type: 'upload' }
