import { isRows, rowFields, rowId } from '../../../../shared/cms/fields.ts'
import type { Block, Field, RowsField } from '../../../../shared/cms/schema-model.ts'
import { joinPath } from '../../../../shared/document/path.ts'
import { absorbAnswer, projectNode, slotOf } from '../../../../shared/document/project.ts'
import { containerPath, isOffScreen } from '../../../../shared/document/resolve-field.ts'
import {
  valueType,
  type FieldWithValue,
  type Inside,
  type TextContext,
} from '../../../../shared/fields/field-type.ts'
import type { RelatedRef } from '../../../../shared/cms/doc-ref.ts'
import { isPlainJson, own, type Json, type JsonObject } from '../../../../shared/json.ts'
import type { FieldSnapshot, PlaceInNode } from '../../../form/form-snapshot.ts'
import type { FormState } from '../../../form/form-state.ts'
import type { FieldScope } from '../../../fields/field-scope.tsx'
import { formatJson } from '../../../fields/json/json-text.ts'
import { rowKind } from '../../../fields/rows/row-labels.ts'

/** A readable text of an open document, with its position on the screen. */
export type FindPlace = {
  /** Path of the field, row or container; with the form's id that of its element. */
  at: string
  /** The field whose containers must be open for `at` to be visible. */
  path: string
  part: 'label' | 'value'
  text: string
  /** Position in a node of the rich text at `path`; null: elsewhere. */
  inNode: PlaceInNode | null
}

/** Returns a unique key of a place. */
export function keyOfPlace({ at, part, inNode }: Pick<FindPlace, 'at' | 'part' | 'inNode'>): string {
  const within: string[] = []
  for (let one = inNode; one !== null; one = one.inNode) within.push(one.nodeId, one.at)
  return [at, ...within, part].join(' ')
}

export type FindContext = {
  form: Pick<FormState, 'fields' | 'types' | 'locale'> & {
    getField: (path: string) => Pick<FieldSnapshot, 'visible'>
  }
  /** The data in all locales. */
  data: JsonObject
  scope: Pick<FieldScope, 'mayRead' | 'placeOf'>
  texts: TextContext
  /** Called with referenced documents, so that their titles can be fetched. */
  onRefs: (refs: readonly RelatedRef[]) => void
  /** True if a field of a node is visible: `text` is the path of the rich text, `path` in the node's fields. */
  isShownInNode: (text: string, nodeId: string, path: string) => boolean
}

/**
 * Yields all readable text of a document in the form's locale, in the order of the screen. It reads the model, so
 * that folded and undrawn parts are included. A generator, since a large document is read in pieces.
 */
export function* findPlaces(context: FindContext): Generator<FindPlace> {
  const { scope, form, data } = context
  for (const place of ['main', 'sidebar'] as const) {
    const there = form.fields.filter((field) => scope.placeOf(field) === place)
    yield* level(there, '', data, context)
  }
}

function* level(fields: Field[], path: string, data: JsonObject, context: FindContext): Generator<FindPlace> {
  for (const field of fields) {
    if (isOffScreen(field) || field.type === 'ui') continue
    if (field.type === 'row' || field.type === 'collapsible') {
      if (!isVisible(field, containerPath(path, field), context)) continue
      if (field.type === 'collapsible')
        yield* heading(containerPath(path, field), path, field.fields, field.label, context)
      yield* level(field.fields, path, data, context)
    } else if (field.type === 'tabs') {
      if (!isVisible(field, containerPath(path, field), context)) continue
      for (const [index, tab] of field.tabs.entries()) {
        const inside = joinPath(path, tab.name ?? '')
        const shownAt = tab.name === null ? containerPath(path, tab) : inside
        if (!isVisible(tab, shownAt, context)) continue
        yield* heading(
          joinPath(containerPath(path, field), `${index}`),
          inside,
          tab.fields,
          tab.label,
          context,
        )
        yield* level(tab.fields, inside, below(tab, data, context), context)
      }
    } else if (field.type === 'group') {
      const inside = joinPath(path, field.name ?? '')
      if (!isVisible(field, field.name === null ? containerPath(path, field) : inside, context)) continue
      if (field.name !== null && !context.scope.mayRead(inside)) continue
      yield* heading(containerPath(path, field), inside, field.fields, field.label, context)
      yield* level(field.fields, inside, below(field, data, context), context)
    } else yield* value(field, joinPath(path, field.name), data, context)
  }
}

function* value(
  field: FieldWithValue,
  path: string,
  data: JsonObject,
  context: FindContext,
): Generator<FindPlace> {
  const { form, scope, texts, onRefs } = context
  if (!scope.mayRead(path) || !isVisible(field, path, context)) return
  yield { at: path, path, part: 'label', text: texts.label(field.label) || field.name, inNode: null }
  const slot = slotOf(field, own(data, field.name), form.locale)
  if (isRows(field)) return yield* rows(field, path, slot, context)
  const shown = projectNode(field, slot, form.locale)
  const type = valueType(form.types, field)
  const refs = type.refs(field, shown)
  if (refs.length > 0) onRefs(refs)
  // A check box has no text on the screen.
  if (field.type === 'checkbox' || shown === undefined || shown === null) return
  // A value stored next to a localized one is localized, too.
  const beside = (name: string) => slotOf(field, own(data, name), form.locale)
  const text =
    field.type === 'json' ? formatJson(shown, field.editor) : type.text(field, shown, { ...texts, beside })
  if (text !== '') yield { at: path, path, part: 'value', text, inNode: null }
  for (const inside of type.inside(field, shown)) yield* fieldsInside(inside, path, context)
}

/** Yields the texts of fields inside of a value, such as a node of a rich text. */
function* fieldsInside(
  { id, fields, data, block, shows }: Inside,
  path: string,
  context: FindContext,
): Generator<FindPlace> {
  if (id === null || shows === 'nothing') return
  const isCard = shows === 'fields'
  if (isCard && block !== null)
    for (const place of card(block, data, context.texts)) yield placeInNode(path, id, place)
  const seen = absorbAnswer(fields, {}, data, context.form.locale)
  for (const place of level(fields, '', seen, contextInNode(fields, path, id, context)))
    if (isCard || place.part === 'value') yield placeInNode(path, id, place)
}

/** Yields the texts in the head of a block: its type and name. */
function* card(block: Block, data: JsonObject, texts: TextContext): Generator<FindPlace> {
  const at = { at: '', path: '', inNode: null }
  yield { ...at, part: 'label', text: texts.label(block.labels.singular) || block.slug }
  const name = own(data, 'blockName')
  if (block.hasBlockName && typeof name === 'string' && name !== '')
    yield { ...at, part: 'value', text: name }
}

/** All fields of a node are readable for a user who may read the rich text. */
function contextInNode(fields: Field[], text: string, id: string, context: FindContext): FindContext {
  const getField = (path: string) => ({ visible: context.isShownInNode(text, id, path) })
  return {
    ...context,
    form: { ...context.form, fields, getField },
    scope: { mayRead: () => true, placeOf: () => 'main' },
  }
}

function placeInNode(text: string, id: string, place: FindPlace): FindPlace {
  const { path, at, inNode } = place
  return { ...place, at: text, path: text, inNode: { nodeId: id, path, at, inNode } }
}

function* rows(
  field: RowsField,
  path: string,
  slot: Json | undefined,
  context: FindContext,
): Generator<FindPlace> {
  for (const row of Array.isArray(slot) ? slot : []) {
    const id = rowId(row)
    if (id === null || !isPlainJson(row)) continue
    const at = joinPath(path, id)
    const inRow = rowFields(field, row)
    const slug = own(row, 'blockType')
    const kind = rowKind(field, typeof slug === 'string' ? slug : null, context.texts.label)
    if (kind.type !== '') yield { at, path: at, part: 'label', text: kind.type, inNode: null }
    const name = own(row, 'blockName')
    if (typeof name === 'string' && name !== '')
      yield { at, path: at, part: 'value', text: name, inNode: null }
    if (inRow !== null) yield* level(inRow, at, row, context)
  }
}

/** Yields the label of a container; one without fields has no element to show. */
function* heading(
  at: string,
  inside: string,
  fields: Field[],
  label: Parameters<TextContext['label']>[0],
  { texts }: FindContext,
): Generator<FindPlace> {
  const text = texts.label(label)
  const first = firstPath(fields, inside)
  if (text !== '' && first !== null) yield { at, path: first, part: 'label', text, inNode: null }
}

function firstPath(fields: Field[], path: string): string | null {
  for (const field of fields) {
    if (field.type === 'ui') continue
    const found =
      field.type === 'tabs'
        ? field.tabs
            .map((tab) => firstPath(tab.fields, joinPath(path, tab.name ?? '')))
            .find((one) => one !== null)
        : field.type === 'row' || field.type === 'collapsible'
          ? firstPath(field.fields, path)
          : field.type === 'group'
            ? firstPath(field.fields, joinPath(path, field.name ?? ''))
            : joinPath(path, field.name)
    if (found !== undefined && found !== null) return found
  }
  return null
}

/** Returns the data of the fields of a group or tab. */
function below(
  holder: { name: string | null; localized: boolean },
  data: JsonObject,
  { form }: FindContext,
): JsonObject {
  if (holder.name === null) return data
  const stored = own(data, holder.name)
  const slot =
    holder.localized && form.locale !== null && isPlainJson(stored) ? own(stored, form.locale) : stored
  return isPlainJson(slot) ? slot : {}
}

/** False for a field that the server's conditions hide; most fields have none. */
function isVisible(
  { hasCondition }: { hasCondition: boolean },
  path: string,
  { form }: FindContext,
): boolean {
  return !hasCondition || form.getField(path).visible
}
