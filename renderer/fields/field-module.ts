import type { ReactNode } from 'react'
import type { ContainerField, Field } from '../../shared/cms/schema-model.ts'
import type { Conflict } from '../../shared/document/change.ts'
import type { Chosen, ConflictSide } from '../../shared/document/conflict-choice.ts'
import type { FieldTypes, FieldWithValue, TextContext } from '../../shared/fields/field-type.ts'
import type { ListRow } from '../../shared/ipc.ts'
import type { Json } from '../../shared/json.ts'
import type { Translate } from '../i18n/translator.ts'
import type { ErrorFilter } from '../form/form-errors.ts'

/** Props of a field's input. `path`: that of its value; for a container, that of the data around it. */
export type FieldInputProps<F extends Field = Field> = { field: F; path: string }

/** Context for showing a value outside of a form. */
export type ValueContext = TextContext & {
  t: Translate
  types: FieldTypes
  modules: FieldModules
  /** Returns the rows of referenced documents on this computer; only where their pictures are drawn. */
  rowOf?: (slug: string, id: string) => ListRow | null
}

export type FieldCellProps<F extends FieldWithValue = FieldWithValue> = {
  field: F
  /** The value in one locale. */
  value: Json
  context: ValueContext
}

/** Two values of one field; either may be null. */
export type FieldDiffProps<F extends FieldWithValue = FieldWithValue> = {
  field: F
  before: Json
  after: Json
  /** Labels of the two sides; by default before and after. */
  names?: { before: string; after: string }
  context: ValueContext
}

export type FieldConflictProps<F extends FieldWithValue = FieldWithValue> = {
  field: F
  conflict: Conflict
  label: string
  /** True if both sides can be taken as a whole. */
  canTakeBoth: boolean
  /** The present choice. */
  chosen: Chosen | undefined
  onChoose: (chosen: Chosen) => void
  /** Time of each side's change, ISO; null if unknown. */
  times: Readonly<Record<ConflictSide, string | null>>
  context: ValueContext
}

/** Traits of a type in lists of documents. By default: offered in any list, not sortable, of usual width. */
export type ColumnTraits<F extends FieldWithValue = FieldWithValue> = {
  /** `named`: no default column unless the site's config names it; `never`: not even for people to choose. */
  offered?: 'always' | 'named' | 'never'
  /** True if the order of its values is meaningful. */
  sortable?(this: void, field: F): boolean
  width?: ColumnWidth
  /** True for numbers, whose digits are aligned. */
  figures?: boolean
  /** Returns sample texts, the widest of which is as wide as any in the column; they set its width. */
  samples?(this: void, field: F, context: TextContext): readonly string[]
}

/** Width of a column without samples: that of a text, or of any other value. */
export type ColumnWidth = 'text' | 'field'

/**
 * The renderer's half of a field type with a value (the other half: shared/fields/field-type.ts). Declared as
 * methods, as there, so that a table of all types accepts each module; `this: void`: called without its
 * object.
 */
export type ValueFieldModule<F extends FieldWithValue = FieldWithValue> = {
  Input(this: void, props: FieldInputProps<F>): ReactNode
  /**
   * True if this input can edit such a field and value; by default all. Otherwise the value is shown read-only, so
   * that an input never overwrites what it does not understand.
   */
  edits?(field: F, value: Json): boolean
  /** Key of the reason that fields of this type may hold nothing that the input can edit. */
  whyNotEdited?: string
  /** The cell in a list of documents; by default the value's text, cut. */
  Cell?(this: void, props: FieldCellProps<F>): ReactNode
  column?: ColumnTraits<F>
  /** Returns one side of a change, in full; by default the value's text. Not called for an empty value. */
  diffText?(field: F, value: Json, context: ValueContext): string
  /** True if `Diff` and `Conflict` can show these two values; by default all. Either may be null. */
  compares?(field: F, a: Json, b: Json): boolean
  /** Two values side by side, with marked differences; by default their `diffText`. */
  Diff?(this: void, props: FieldDiffProps<F>): ReactNode
  /** The choice between the sides of a conflict; by default between their `diffText`. */
  Conflict?(this: void, props: FieldConflictProps<F>): ReactNode
  /** Returns a read-only view of a value; by default its text, or its items'. Not called for an empty value. */
  readable?(field: F, value: Json, context: ValueContext): Readable
}

/** The renderer's half of a container or of a field that is only shown. */
export type ContainerFieldModule<F extends ContainerField = ContainerField> = {
  Input(this: void, props: FieldInputProps<F>): ReactNode
}

type ByType<F extends { type: string }> = { [T in F['type']]: Extract<F, { type: T }> }
type ValueByType = ByType<FieldWithValue>
type ContainerByType = ByType<ContainerField>

/** The renderer's half of all types, by name. Made in renderer/app/field-modules.ts, the composition root. */
export type FieldModules = { readonly [T in keyof ValueByType]: ValueFieldModule<ValueByType[T]> } & {
  readonly [T in keyof ContainerByType]: ContainerFieldModule<ContainerByType[T]>
}

export function valueModule(modules: FieldModules, field: FieldWithValue): ValueFieldModule {
  return modules[field.type]
}

export function containerModule(modules: FieldModules, field: ContainerField): ContainerFieldModule {
  return modules[field.type]
}

/** True if a field can be edited here while it holds this value. */
export function canEdit(modules: FieldModules, field: FieldWithValue, value: Json): boolean {
  return valueModule(modules, field).edits?.(field, value) ?? true
}

export type ReadableRow = { id: string; number: string; type: string; text: string }

/** A value in a shape that can be read; `more` counts what is left out. */
export type Readable =
  | { kind: 'empty' }
  | { kind: 'line'; text: string }
  | { kind: 'items'; items: string[] }
  | { kind: 'paragraphs'; paragraphs: string[]; more: number }
  | { kind: 'code'; text: string; cut: boolean }
  /** `count`: how many there are, in words. */
  | { kind: 'rows'; rows: ReadableRow[]; count: string; more: number }

const TOO_LITTLE: ReadonlySet<string> = new Set(['validation:required', 'validation:requiresAtLeast'])

/**
 * True if an error prevents a save or publish. For a field that cannot be edited here, only an error that the server
 * has too: an empty or too short value. Read-only fields are filled by the server.
 */
export function countsAsError(modules: FieldModules): ErrorFilter {
  return ({ field }, error) => !field.readOnly && (canEdit(modules, field, null) || TOO_LITTLE.has(error.key))
}
