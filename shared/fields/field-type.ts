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
import type { RelatedRef } from './related-ref.ts'

/** A field with a value: one with rows, or any other that is no container. */
export type FieldWithValue = ValueField | RowsField

/** What a field type is given to read its own part of the client config. */
export type ParseContext = {
  /** The type as the server names it. */
  rawType: string
  /** null: the field has no name and its fields' values are where the field is. */
  name: string | null
  /** Where the field is defined, as the server counts. */
  schemaPath: string
  /** Whether the field itself holds one value per locale. */
  localized: boolean
  /** Whether fields inside of this one may hold one value per locale. */
  mayLocalizeInside: boolean
  /** Codes of the site's locales. */
  locales: readonly string[]
  /** Longest text where a field names no maxLength; null where the site does not either (S5.06). */
  maxTextLength: number | null
  /** What the client config drops of the field. */
  extra: Raw
  /** The fields inside of this one. */
  parseFields: (raw: unknown) => Field[]
  /** The blocks that a blocks field has: its own, and those that it names by slug (S3.02). */
  parseBlocks: (raw: Raw) => Block[]
  /** What the editor of a rich text field offers; null: the site does not tell. */
  parseEditor: () => RichTextEditor | null
  /** The same for a place inside of this field that is no field: a tab. */
  inside: (raw: Raw, index: number) => ParseContext
}

export type InitialContext = {
  newId: () => string
  /** The data of a new row with these fields, out of what a default value gives for it. */
  fill: (fields: Field[], given: JsonObject) => JsonObject
}

export type ValidationContext = {
  /** What is wrong with fields that are a part of the value, of which it says one error of its own. */
  errorsIn: (fields: Field[], view: JsonObject) => PathError[]
  /** The one-locale object that the field is in; without it rules about siblings are skipped. */
  siblings?: JsonObject
  /** Of the collection, where users log in with a user name (S5.17, S5.18). */
  loginWithUsername?: { requireUsername: boolean; requireEmail: boolean } | null
}

/** Fields that a part of a value has. */
export type Inside = {
  /** What names the part in the value, for good; null: nothing does. */
  id: string | null
  /** The part itself, as it is stored. */
  holder: Json
  fields: Field[]
  data: JsonObject
  /** The block that the fields are of; null: of none. */
  block: Block | null
  /** What stands on the screen where the value does: the fields with their labels, their values alone, or nothing. */
  shows: 'fields' | 'values' | 'nothing'
}

/** How what is no text is said. */
export type TextContext = {
  /** In the language of the screen. */
  label: (text: LocalizedText | null) => string
  formatDate: (iso: string, shape?: DateShape) => string
  /** The value of another field of the same row or document, where it is at hand: the time zone of a date. */
  beside?: (name: string) => Json | undefined
  /** With the decimal sign of the language and no separators. */
  formatNumber: (value: number) => string
  /** The title of a related document; null where it is not known. */
  nameOf: (slug: string, id: string) => string | null
}

/** The same words for the values of a row or group: what stands beside them is in `data`, which is of one locale. */
export function within<C extends TextContext>(context: C, data: JsonObject): C {
  return { ...context, beside: (name) => own(data, name) }
}

/** What came of a merge; not ok: both sides changed the value and neither can give way. */
export type Merged = { ok: true; value: Json } | { ok: false }

/**
 * What the program knows of a type of field with a value. Values are those of one locale. Methods are pure. They are
 * written as methods, which TypeScript compares leniently: a table of types can be asked by a field's own type.
 */
export type ValueFieldType<F extends FieldWithValue> = {
  kind: 'value'
  /** The field out of the client config; `named`: what all fields have, read already. */
  parse(raw: Raw, named: NamedBase, context: ParseContext): F
  /** What a new document or row holds: `given` by a default value around it, else the field's own; undefined: nothing. */
  initial(field: F, given: Json | undefined, context: InitialContext): Json | undefined
  /** Whether a person would say that there is nothing in it. */
  isEmpty(field: F, value: Json | undefined): boolean
  /** What is wrong, as far as it can be known without the server; what is inside of rows is not looked at. */
  validate(field: F, value: Json | undefined, context: ValidationContext): FieldError | null
  /**
   * The fields in a value that is one to the document, in the order in which one reads them. Rows are none: their fields
   * have paths of their own.
   */
  inside(field: F, value: Json | undefined): readonly Inside[]
  /** Whether a value that is not empty and comes from elsewhere, such as the clipboard, could be one of this field. */
  fits(field: F, value: Json): boolean
  /** Whether two values are the same to a person. Reflexive, symmetric and transitive. */
  equal(field: F, a: Json | undefined, b: Json | undefined): boolean
  /** The two sides together, given that both changed the value and not to the same (SY6). */
  merge(field: F, base: Json, mine: Json, theirs: Json, types: FieldTypes): Merged
  /**
   * The two sides together where `merge` has none, with an answer for each part that both changed; null: that many parts
   * are not in conflict, or of one of them both cannot stand. By default a value has no parts.
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
   * The two sides together, once with mine and once with theirs of each part that both changed; null: it has no parts.
   * A value in a value is merged by this alone: whoever asks for the two one by one does twice the work at each level.
   */
  mergeSides?(field: F, base: Json, mine: Json, theirs: Json, types: FieldTypes): Sides | null
  /**
   * A value in conflict with what both sides have, theirs first; null: only one of them can stand, or it is for its
   * parts to say. By default only one can.
   */
  both?(field: F, base: Json, mine: Json, theirs: Json): { value: Json } | null
  /**
   * The value without an edit that made `after` of `before`, where others have changed it since (DM7); null: nothing of
   * the edit is there any more. Not whole: something of it was changed by others, and stays as they left it.
   */
  takeBack(
    field: F,
    before: Json,
    after: Json,
    now: Json,
    types: FieldTypes,
  ): { value: Json; whole: boolean } | null
  /** All of the value as plain text, '' for none: for lists, titles, labels of rows and the search. */
  text(field: F, value: Json | undefined, context: TextContext): string
  /** The documents that a value points at. */
  refs(field: F, value: Json | undefined): RelatedRef[]
  /** Whether it holds words by which a person recognises the row that they are in. */
  labelsRows: boolean
  /** What a filter may ask of it; the first one is offered first. */
  operators(field: F): readonly Operator[]
  /** What a filter compares it with; by default nothing: only whether there is a value can be asked. */
  filterValue?: FilterValue
  /** Whether a search looks for words in it. */
  searchable: boolean
}

/** A type of field that only holds other fields, or is only shown. */
export type ContainerFieldType<F extends ContainerField> = {
  kind: 'container'
  parse(raw: Raw, base: FieldBase, context: ParseContext): F
}

type ByType<F extends { type: string }> = { [T in F['type']]: Extract<F, { type: T }> }
type ValueByType = ByType<FieldWithValue>
type ContainerByType = ByType<ContainerField>

/** All types of fields by name. Made in ./registry.ts, handed in where it is used. */
export type FieldTypes = { readonly [T in keyof ValueByType]: ValueFieldType<ValueByType[T]> } & {
  readonly [T in keyof ContainerByType]: ContainerFieldType<ContainerByType[T]>
}

/** The type of a field with a value. */
export function valueType(types: FieldTypes, field: FieldWithValue): ValueFieldType<FieldWithValue> {
  return types[field.type]
}
