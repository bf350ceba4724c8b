import type {
  Block,
  ContainerField,
  Field,
  FieldBase,
  LocalizedText,
  NamedBase,
  RichTextEditor,
  RowsField,
  ValueField,
} from '../cms/schema-model.ts'
import type { Raw } from '../cms/read-value.ts'
import type { Operator } from '../cms/where.ts'
import type { ConflictAnswer, Sides } from '../document/conflict-choice.ts'
import type { FieldError, PathError } from '../document/validation/field-error.ts'
import { own, type Json, type JsonObject } from '../json.ts'
import type { DateShape } from './date/date-shape.ts'
import type { FilterValue } from './operators.ts'
import type { RelatedRef } from '../cms/doc-ref.ts'

/** A field with a value: one with rows, or any other that is no container. */
export type FieldWithValue = ValueField | RowsField

/** The input of a field type's parser for its own part of the client config. */
export type ParseContext = {
  /** The server's name of the type. */
  rawType: string
  /** Null: the field has no name, and the values of its fields are stored beside it. */
  name: string | null
  /** The path of the field's definition, as the server counts. */
  schemaPath: string
  /** True if the field itself holds one value per locale. */
  localized: boolean
  /** True if fields inside it may hold one value per locale. */
  mayLocalizeInside: boolean
  /** Codes of the site's locales. */
  locales: readonly string[]
  /** Longest text if a field has no maxLength; null if the site has no limit either (S5.06). */
  maxTextLength: number | null
  /** Properties of the field that the client config lacks. */
  extra: Raw
  /** Parses the fields inside this one. */
  parseFields: (raw: unknown) => Field[]
  /** Parses the blocks of a blocks field: its own, and those that it names by slug (S3.02). */
  parseBlocks: (raw: Raw) => Block[]
  /** Parses the features of a rich text editor; null: the site does not send them. */
  parseEditor: () => RichTextEditor | null
  /** The context of a part of the field that is no field: a tab. */
  inside: (raw: Raw, index: number) => ParseContext
}

export type InitialContext = {
  newId: () => string
  /** Creates the data of a new row from the values that a default gives for it. */
  fill: (fields: Field[], given: JsonObject) => JsonObject
}

export type ValidationContext = {
  /** Returns the errors of fields inside the value; the value has one error of its own for them. */
  errorsIn: (fields: Field[], view: JsonObject) => PathError[]
  /** The one-locale object that holds the field; without it rules about siblings are skipped. */
  siblings?: JsonObject
  /** The login rules of the collection, where users log in with a user name (S5.17, S5.18). */
  loginWithUsername?: { requireUsername: boolean; requireEmail: boolean } | null
}

/** Fields inside a part of a value, such as a block in a rich text. */
export type Inside = {
  /** The permanent id of the part in the value; null: it has none. */
  id: string | null
  /** The part itself, in stored shape. */
  holder: Json
  fields: Field[]
  data: JsonObject
  /** The block that the fields belong to; null: none. */
  block: Block | null
  /** The visible parts on the screen: the fields with their labels, their values alone, or nothing. */
  shows: 'fields' | 'values' | 'nothing'
}

/** Formats values as text. */
export type TextContext = {
  /** Picks the text of the user's language. */
  label: (text: LocalizedText | null) => string
  formatDate: (iso: string, shape?: DateShape) => string
  /** The value of another field of the same row or document, if available: the time zone of a date. */
  beside?: (name: string) => Json | undefined
  /** Formats with the decimal sign of the language and without separators. */
  formatNumber: (value: number) => string
  /** The title of a related document; null if it is not known. */
  nameOf: (slug: string, id: string) => string | null
}

/** The context for the values of a row or group; siblings are read from `data`, which is of one locale. */
export function within<C extends TextContext>(context: C, data: JsonObject): C {
  return { ...context, beside: (name) => own(data, name) }
}

/** The result of a merge; not ok: both sides changed the value and neither yields. */
export type Merged = { ok: true; value: Json } | { ok: false }

/**
 * The behaviour of a field type with values. Values are of one locale, methods are pure. They use method syntax,
 * which TypeScript checks leniently, so a table of types can be asked with a field's own type.
 */
export type ValueFieldType<F extends FieldWithValue> = {
  kind: 'value'
  /** Parses the field from the client config; `named`: the properties of all fields, already parsed. */
  parse(raw: Raw, named: NamedBase, context: ParseContext): F
  /**
   * The initial value in a new document or row: `given` by a default around it, otherwise the field's own; undefined:
   * none.
   */
  initial(field: F, given: Json | undefined, context: InitialContext): Json | undefined
  /** True if the value is empty for a person. */
  isEmpty(field: F, value: Json | undefined): boolean
  /** The error of the value, as far as it can be known without the server. Contents of rows are not checked. */
  validate(field: F, value: Json | undefined, context: ValidationContext): FieldError | null
  /**
   * The fields inside a value that counts as one, such as blocks in a rich text, in reading order. Fields in
   * rows are not included: they have paths of their own.
   */
  inside(field: F, value: Json | undefined): readonly Inside[]
  /** True if a value from outside, such as the clipboard, could be one of this field; it is not empty. */
  fits(field: F, value: Json): boolean
  /** True if two values are the same for a person. Reflexive, symmetric and transitive. */
  equal(field: F, a: Json | undefined, b: Json | undefined): boolean
  /** Merges two sides that both changed the value, to different ones (SY6). */
  merge(field: F, base: Json, mine: Json, theirs: Json, types: FieldTypes): Merged
  /**
   * Merges two sides that `merge` cannot, with an answer for each part that both changed. Null: the answers
   * do not fit the parts, or a part cannot keep both. By default a value has no parts.
   */
  mergeParts?(
    field: F,
    base: Json,
    mine: Json,
    theirs: Json,
    answers: readonly ConflictAnswer[],
    types: FieldTypes,
  ): { value: Json } | null
  /**
   * Merges two sides, once with my and once with their version of each part that both changed; null: it has
   * no parts. One call returns both, since separate merges would double the work per level of nested values.
   */
  mergeSides?(field: F, base: Json, mine: Json, theirs: Json, types: FieldTypes): Sides | null
  /**
   * The value in conflict with both sides kept, theirs first; null: only one can be kept, or its parts decide. By
   * default only one can.
   */
  both?(field: F, base: Json, mine: Json, theirs: Json): { value: Json } | null
  /**
   * Takes the edit from `before` to `after` out of the present value, which others have changed since (DM7).
   * Null: nothing of the edit is left. `whole` false: others changed parts of it, and these stay.
   */
  takeBack(
    field: F,
    before: Json,
    after: Json,
    now: Json,
    types: FieldTypes,
  ): { value: Json; whole: boolean } | null
  /** The whole value as plain text, '' for none: for lists, titles, row labels and the search. */
  text(field: F, value: Json | undefined, context: TextContext): string
  /** The documents that a value refers to. */
  refs(field: F, value: Json | undefined): RelatedRef[]
  /** True if its text can label the row that holds it. */
  labelsRows: boolean
  /** The operators of its filters; the first one is the default. */
  operators(field: F): readonly Operator[]
  /** The kind of value that a filter compares with; absent: only `exists` can be asked. */
  filterValue?: FilterValue
  /** True if the search looks for words in it. */
  searchable: boolean
}

/** A field type that only holds other fields, or is only shown. */
export type ContainerFieldType<F extends ContainerField> = {
  kind: 'container'
  parse(raw: Raw, base: FieldBase, context: ParseContext): F
}

type ByType<F extends { type: string }> = { [T in F['type']]: Extract<F, { type: T }> }
type ValueByType = ByType<FieldWithValue>
type ContainerByType = ByType<ContainerField>

/** All field types by name. Created in ./registry.ts and passed to its users. */
export type FieldTypes = { readonly [T in keyof ValueByType]: ValueFieldType<ValueByType[T]> } & {
  readonly [T in keyof ContainerByType]: ContainerFieldType<ContainerByType[T]>
}

/** The type of a field with a value. */
export function valueType(types: FieldTypes, field: FieldWithValue): ValueFieldType<FieldWithValue> {
  return types[field.type]
}

/** The schema of a collection or global, as needed to work with its documents. */
export type DocumentSchema = {
  fields: Field[]
  /** The operations on values, by field type. */
  types: FieldTypes
}
