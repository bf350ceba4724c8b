import { dataField, isRows } from '../cms/fields.ts'
import type { DataNode } from '../cms/fields.ts'
import type { Field, LocalizedText, RowsField } from '../cms/schema-model.ts'
import { valueType } from '../fields/field-type.ts'
import type { FieldTypes } from '../fields/field-type.ts'
import { sameJson } from '../json.ts'
import type { Json, JsonObject } from '../json.ts'
import type { CopiedField, CopiedRow, CopiedRows, CopiedSlot } from './copied-rows.ts'
import { joinPath } from './path.ts'
import { newRowId } from './row-index.ts'

/** The list that rows are pasted into. */
export type PasteTarget = {
  types: FieldTypes
  list: RowsField
  /** Id of the list's server; null: not known. */
  server: string | null
  /** Path of the list, for permissions. */
  path: string
  /** The current locale; null without localization. */
  locale: string | null
  /** Codes of the site's locales. */
  locales: readonly string[]
  /** Number of rows that the list can still take; null: any number. */
  room: number | null
  /** True if the person may write a field; a block that does not exist yet has its slug as its id. */
  mayWrite: (path: string) => boolean
}

/** A copied part that the target cannot take. */
export type Misfit = {
  reason:
    | /** The list does not allow the block. */ 'block'
      /** The target has no field of this name. */
    | 'field'
    /** The field there has another type, or does not take such a value. */
    | 'value'
    /**
     * The field is not localized there, or the site does not have the locale: values of other locales are left out.
     */
    | 'locales'
    /** It refers to documents of another server, whose ids mean nothing here. */
    | 'server'
    /** The user may not write it. */
    | 'denied'
    /** The list takes no more rows. */
    | 'full'
  /** Number of the copied row, from 1. */
  row: number
  /** Label of the copied row; '' for none. */
  label: string
  /** The block, or the names of the fields on the path, as far as the target knows them. */
  what: (string | LocalizedText)[]
}

export type Pasted = {
  /** The rows in stored shape, all with new ids (DM6). */
  rows: JsonObject[]
  misfits: Misfit[]
}

/** One paste. `isSameServer`: ids in the copy mean the same here. */
type Paste = PasteTarget & { isSameServer: boolean; newId: () => string }
/** Notes a part that the target cannot take. `what`: the path below the place of the call. */
type Report = (reason: Misfit['reason'], what: Misfit['what']) => void

/** Converts copied rows for the target, and lists the parts it cannot take. Nothing is changed yet. */
export function pasteRows(target: PasteTarget, copied: CopiedRows, newId: () => string = newRowId): Pasted {
  const isSameServer = copied.server !== null && copied.server === target.server
  const run: Paste = { ...target, isSameServer, newId }
  const misfits: Misfit[] = []
  const rows = copied.rows.flatMap((row, index) =>
    rowsInto(run, target.list, target.path, [row], (reason, what) =>
      misfits.push({ reason, row: index + 1, label: row.label, what }),
    ).map((content) => ({ content, row, index })),
  )
  const room = target.room ?? rows.length
  for (const { row, index } of rows.slice(room))
    misfits.push({ reason: 'full', row: index + 1, label: row.label, what: [] })
  return { rows: rows.slice(0, room).map(({ content }) => content), misfits }
}

function rowsInto(
  run: Paste,
  list: RowsField,
  path: string,
  rows: readonly CopiedRow[],
  misfit: Report,
): JsonObject[] {
  return rows.flatMap((row) => {
    const block = list.type === 'blocks' ? list.blocks.find(({ slug }) => slug === row.blockType) : null
    if (block === undefined || (list.type === 'array' && row.blockType !== null)) {
      misfit('block', [row.blockType ?? ''])
      return []
    }
    const id = run.newId()
    const fields = list.type === 'array' ? list.fields : (block?.fields ?? [])
    const copies = block ? row.fields.filter(({ name }) => name !== 'blockType') : row.fields
    const content = fieldsInto(run, fields, joinPath(path, block?.slug ?? id), copies, misfit)
    return [{ ...content, ...(block && { blockType: block.slug }), id }]
  })
}

function fieldsInto(
  run: Paste,
  fields: Field[],
  path: string,
  copies: readonly CopiedField[],
  misfit: Report,
): JsonObject {
  const { locale } = run
  const entries = copies.flatMap((copy): [string, Json][] => {
    // Ids are made by Galley alone, even if the schema has a field for them.
    if (copy.name === 'id') return []
    const node = dataField(fields, copy.name)
    // The server stores a block's name even if the schema does not list it.
    if (node === null && copy.name === 'blockName') return blockNameOf(copy)
    if (node === null) {
      misfit('field', [copy.name])
      return []
    }
    const name = node.label ?? node.name
    const inside: Report = (reason, what) => misfit(reason, [name, ...what])
    const at = joinPath(path, node.name)
    if (!run.mayWrite(at)) {
      inside('denied', [])
      return []
    }
    if ('relationTo' in node && !run.isSameServer) {
      inside('server', [])
      return []
    }
    const slots = chosenSlots(run, node, copy, inside)
    const values = slots.flatMap((slot): [string | null, Json][] => {
      const value = slotInto(run, node, at, copy, slot, inside)
      return value === undefined ? [] : [[slot.locale, value]]
    })
    const [first] = values
    if (first === undefined) return []
    const byLocale = node.localized && locale !== null
    return [
      [
        node.name,
        byLocale ? Object.fromEntries(values.map(([code, one]) => [code ?? locale, one])) : first[1],
      ],
    ]
  })
  return Object.fromEntries(entries)
}

/** The slots that fit the target; for a field without locales the value of the current locale. */
function chosenSlots(run: Paste, node: DataNode, copy: CopiedField, misfit: Report): CopiedSlot[] {
  if (node.localized && run.locale !== null) {
    const known = copy.slots.filter((slot) => slot.locale === null || run.locales.includes(slot.locale))
    if (known.length < copy.slots.length) misfit('locales', [])
    return known
  }
  const own = copy.slots.find((slot) => slot.locale === null || slot.locale === run.locale) ?? copy.slots[0]
  if (own === undefined) return []
  if (copy.slots.some((slot) => slot !== own && !sameSlot(slot, own))) misfit('locales', [])
  return [own]
}

function slotInto(
  run: Paste,
  node: DataNode,
  path: string,
  copy: CopiedField,
  slot: CopiedSlot,
  misfit: Report,
): Json | undefined {
  if (node.type === 'nested' && slot.kind === 'fields')
    return fieldsInto(run, node.fields, path, slot.fields, misfit)
  if (node.type !== 'nested' && isRows(node) && slot.kind === 'rows' && node.type === copy.type)
    return rowsInto(run, node, path, slot.rows, misfit)
  if (node.type !== 'nested' && node.type === copy.type && slot.kind === 'value' && pointsAlike(node, copy)) {
    if (!isRows(node) && valueType(run.types, node).fits(node, slot.value)) return slot.value
  }
  misfit('value', [])
  return undefined
}

function blockNameOf(copy: CopiedField): [string, Json][] {
  const [slot] = copy.slots
  return slot?.kind === 'value' && typeof slot.value === 'string' ? [[copy.name, slot.value]] : []
}

function sameSlot(a: CopiedSlot, b: CopiedSlot): boolean {
  return sameJson({ ...a, locale: null }, { ...b, locale: null })
}

/** True if ids mean the same in both fields: an id without its collection needs the same `relationTo`. */
function pointsAlike(node: DataNode, copy: CopiedField): boolean {
  return !('relationTo' in node) || node.polymorphic || sameJson(node.relationTo, [...copy.relationTo])
}
