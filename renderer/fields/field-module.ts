import type { ReactNode } from 'react'
import type { ContainerField, Field } from '../../shared/cms/schema-model.ts'
import type { Conflict } from '../../shared/document/change.ts'
import type { Chosen, ConflictSide } from '../../shared/document/conflict-choice.ts'
import type { FieldTypes, FieldWithValue, TextContext } from '../../shared/fields/field-type.ts'
import type { ListRow } from '../../shared/ipc.ts'
import type { Json } from '../../shared/json.ts'
import type { Translate } from '../i18n/translator.ts'
import type { Readable } from './not-editable/readable.ts'

/** What a field's input gets. `path` is where its value is; for what only lays out, where that of its fields begins. */
export type FieldInputProps<F extends Field = Field> = { field: F; path: string }

/** What it takes to say or draw a value outside of a form. */
export type ValueContext = TextContext & {
  t: Translate
  types: FieldTypes
  modules: FieldModules
  /** The documents that values point at, as far as they are here; only where pictures of them are drawn. */
  rowOf?: (slug: string, id: string) => ListRow | null
}

export type FieldCellProps<F extends FieldWithValue = FieldWithValue> = {
  field: F
  /** In one locale. */
  value: Json
  context: ValueContext
}

/** Two values of one place; either may be nothing. */
export type FieldDiffProps<F extends FieldWithValue = FieldWithValue> = {
  field: F
  before: Json
  after: Json
  /** What the two are called; by default before and after. */
  names?: { before: string; after: string }
  context: ValueContext
}

export type FieldConflictProps<F extends FieldWithValue = FieldWithValue> = {
  field: F
  conflict: Conflict
  label: string
  /** Both sides can be taken as a whole. */
  canTakeBoth: boolean
  /** What the person has chosen so far. */
  chosen: Chosen | undefined
  onChoose: (chosen: Chosen) => void
  /** When each side made its change, ISO; null where that is not known. */
  times: Readonly<Record<ConflictSide, string | null>>
  context: ValueContext
}

/** How a type stands in lists of documents. What is left out: any list may have it, by nothing sorted, as wide as most. */
export type ColumnTraits<F extends FieldWithValue = FieldWithValue> = {
  /** `named`: only where the site names the column. */
  offered?: 'always' | 'named' | 'never'
  /** Whether the order of its values means something. */
  sortable?(this: void, field: F): boolean
  width?: ColumnWidth
  /** Its values are numbers, whose digits stand under each other. */
  figures?: boolean
  /** Texts among which is one as wide as any that the column shows: it gets that width. */
  samples?(this: void, field: F, context: TextContext): readonly string[]
}

/** How much room the values of a column take, where no samples say it: a text, or any other value. */
export type ColumnWidth = 'text' | 'field'

/**
 * The renderer's half of a type of field with a value (the other one: shared/fields/field-type.ts). Methods, for the
 * same reason as there: a table of types can be asked by a field's own type. Those that are called without their
 * object say so.
 */
export type ValueFieldModule<F extends FieldWithValue = FieldWithValue> = {
  Input(this: void, props: FieldInputProps<F>): ReactNode
  /**
   * Whether this input can edit such a field and value; by default every one. Where it cannot, the value is shown
   * read-only and kept as it is, so that nothing an input does not understand is ever overwritten.
   */
  edits?(field: F, value: Json): boolean
  /** Why some of its fields can hold nothing that the input can edit, as a key of the texts. */
  whyNotEdited?: string
  /** In a list of documents; by default the text of the value, cut. */
  Cell?(this: void, props: FieldCellProps<F>): ReactNode
  column?: ColumnTraits<F>
  /** One side of a change, in full; by default the text of the value. Not asked about an empty value. */
  diffText?(field: F, value: Json, context: ValueContext): string
  /** Whether `Diff` and `Conflict` can show these two values; by default they show all. Either may be null. */
  compares?(field: F, a: Json, b: Json): boolean
  /** Two values beside each other, with what is different in them; by default `diffText` says each of them. */
  Diff?(this: void, props: FieldDiffProps<F>): ReactNode
  /** The choice between the sides of a conflict; by default between what `diffText` says of each. */
  Conflict?(this: void, props: FieldConflictProps<F>): ReactNode
  /** The value where it can only be read; by default its text, or its items'. Not asked about an empty value. */
  readable?(field: F, value: Json, context: ValueContext): Readable
}

/** The same for a type that lays out other fields, or is only shown. */
export type ContainerFieldModule<F extends ContainerField = ContainerField> = {
  Input(this: void, props: FieldInputProps<F>): ReactNode
}

type ByType<F extends { type: string }> = { [T in F['type']]: Extract<F, { type: T }> }
type ValueByType = ByType<FieldWithValue>
type ContainerByType = ByType<ContainerField>

/** The renderer's half of all types, by name. Made in ./registry.ts, handed in at the composition root. */
export type FieldModules = { readonly [T in keyof ValueByType]: ValueFieldModule<ValueByType[T]> } & {
  readonly [T in keyof ContainerByType]: ContainerFieldModule<ContainerByType[T]>
}

export function valueModule(modules: FieldModules, field: FieldWithValue): ValueFieldModule {
  return modules[field.type]
}

export function containerModule(modules: FieldModules, field: ContainerField): ContainerFieldModule {
  return modules[field.type]
}

/** Whether a field can be edited here while it holds this value. */
export function canEdit(modules: FieldModules, field: FieldWithValue, value: Json): boolean {
  return valueModule(modules, field).edits?.(field, value) ?? true
}
