import type { Json, JsonObject } from '../json.ts'

/** A text, or one per language (S3.21). */
export type LocalizedText = string | { [language: string]: string }

export type Labels = { singular: LocalizedText; plural: LocalizedText }

/** The properties of every field, whatever its type. */
export type FieldBase = {
  /**
   * The server's path of the field's definition: `posts.layout.hero.heading`, `_index-0` for nameless containers. In
   * a block of the site it begins at the block (see ./schema-path.ts).
   */
  schemaPath: string
  /** null: the site gave `label: false`. */
  label: LocalizedText | null
  description: LocalizedText | null
  /** Not rendered, but kept in the data (S3.11). */
  hidden: boolean
  /** Not rendered and absent from columns and filters (S3.11). */
  disabled: boolean
  readOnly: boolean
  /** Share of a row's width, such as '50%', or null. */
  width: string | null
  position: 'main' | 'sidebar'
  /** True if a function of the site decides whether the field is shown. */
  hasCondition: boolean
  /** Path of the site's own component for the field in the web admin; null: the default one of its type. */
  component: string | null
}

/** The properties of every field with a key of its own in the data. */
export type NamedBase = FieldBase & {
  name: string
  /** False if a hook of the server may fill the value in: then only the server knows whether it is missing. */
  required: boolean
  /** True if a function of the site computes the default: the server fills in a missing value. */
  hasComputedDefault: boolean
  /** True only where this field itself holds one value per locale; false inside a localized parent. */
  localized: boolean
  /** No two documents may have the same value. */
  unique: boolean
  /** False: the site excludes the field from bulk edits. */
  editsMany: boolean
  /** False: the site excludes the field from list columns. */
  isColumn: boolean
  /** False: the site excludes the field from filters, or stores no value of it. */
  isFilter: boolean
  /** False: the site stores no value of it (`virtual: true`), so lists cannot be sorted by it. */
  canSort: boolean
  placeholder: LocalizedText | null
  defaultValue: Json
}

/** Limits of the number of values or rows; null: the site sets none. */
export type RowLimits = { minRows: number | null; maxRows: number | null }

/** The appearance of a list of rows. */
export type RowsLook = {
  /** True if rows are collapsed at first; null: the site does not say. */
  initCollapsed: boolean | null
  /** False: editors may not reorder the rows. */
  isSortable: boolean
}

/**
 * A kind of row. One object for all fields that refer to it: blocks may hold each other, so a walk over the schema
 * must not enter a block again without need. `F`: its fields.
 */
export interface BlockOf<F> {
  slug: string
  /** The schema path of its definition; see FieldBase. */
  schemaPath: string
  labels: Labels
  /** The group of the block in the picker (admin.group); null: none. */
  group: LocalizedText | null
  /** True if a row may be given a name of its own (admin.disableBlockName). */
  hasBlockName: boolean
  fields: F[]
}

/** HTML attributes of a one-line input. `autoComplete`: a token of HTML, such as `given-name`. */
export type InputHints = { autoComplete: string | null }

/** The text direction that the site sets, whatever the language; null: none. */
export type TextDirection = { rtl: boolean | null }

/** Limits of a text's length in UTF-16 units. `maxLength`: that of the field, or of the whole site (S5.06). */
export type LengthLimits = { minLength: number | null; maxLength: number | null }

/** Settings for the editor of a code or JSON field, from those that the site gives to its own one (Monaco). */
export type EditorOptions = {
  lineNumbers: boolean
  wrap: boolean
  insertSpaces: boolean
  tabSize: number
}

/** An option of a select or radio field. `number`: its stored value, if the site does not store a text. */
export type ChoiceOption = { value: string; label: LocalizedText; number?: number }

/** The targets of a field that refers to documents. */
export type RelationTarget = {
  relationTo: string[]
  /** True if a value is `{relationTo, value}` (S3.07). */
  polymorphic: boolean
  hasMany: boolean
}

/** The options for editing a field that refers to documents. */
export type RelationOptions = RowLimits & {
  /** False: editors may not reorder the values of a hasMany field. */
  isSortable: boolean
  /** True if documents may be created, and opened, from the field. */
  allowCreate: boolean
  allowEdit: boolean
  /** The way to choose documents: in a list under the input, or in a drawer. */
  appearance: 'select' | 'drawer'
  /** Sort path of the offered documents by collection; a missing collection has its default order. */
  sortOptions: { [slug: string]: string }
  /** A fixed filter of the offered documents; null: any, or a function of the site decides. */
  filterOptions: JsonObject | null
  /** True if a function of the site filters the documents, so that only the server knows. */
  hasFilterFunction: boolean
}
