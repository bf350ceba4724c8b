import type { Json } from '../json.ts'

/** A text, or one per language (S3.21). */
export type LocalizedText = string | { [language: string]: string }

export type Labels = { singular: LocalizedText; plural: LocalizedText }

/** What every field has, whatever its type. */
export type FieldBase = {
  /**
   * Where the field is defined, as the server counts: `posts.layout.hero.heading`, `_index-0` for containers without
   * a name. Inside of a block that the site defines once it begins at the block (see ./schema-path.ts).
   */
  schemaPath: string
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
  /** Path of the component that the site's own admin draws the field with, where it is not the one of its type. */
  component: string | null
}

/** What every field with a key of its own in the data has. */
export type NamedBase = FieldBase & {
  name: string
  /** False where a hook of the server may fill the value in: only the server can tell that it is missing. */
  required: boolean
  /** True if a function of the site makes its default value: the server fills the field in where it has no value. */
  hasComputedDefault: boolean
  /** True only where this field itself holds one value per locale; false inside a localized parent. */
  localized: boolean
  /** No two documents may have the same value. */
  unique: boolean
  /** False: the site does not want it edited in many documents at once. */
  editsMany: boolean
  /** False: the site does not want it as a column of lists. */
  isColumn: boolean
  /** False: lists are not filtered by it, because the site does not want it or keeps no value of it. */
  isFilter: boolean
  /** False: the site keeps no value of it (`virtual: true`), and orders nothing by it. */
  canSort: boolean
  placeholder: LocalizedText | null
  defaultValue: Json
}

/** How many values or rows there may be; null: the site does not say. */
export type RowLimits = { minRows: number | null; maxRows: number | null }

/** How a list of rows is shown. */
export type RowsLook = {
  /** Whether rows begin folded; null: the site does not say. */
  initCollapsed: boolean | null
  /** False: the order of the rows is not for editors to change. */
  isSortable: boolean
}

/** What an input of one line is told beside its value. `autoComplete`: a token of HTML, such as `given-name`. */
export type InputHints = { autoComplete: string | null }

/** The direction that the site gives a text, whatever its language; null: it says nothing. */
export type TextDirection = { rtl: boolean | null }

/** How long a text may be, in UTF-16 units. `maxLength`: of the field, else of the whole site (S5.06). */
export type LengthLimits = { minLength: number | null; maxLength: number | null }
