import type { Field } from '../../../../../shared/cms/schema-model.ts'
import type { Json, JsonObject } from '../../../../../shared/json.ts'

/** A field of a document, read by hand from schema and JSON. */
export type PlainCell = { at: string; locale: string | null; text: string; isEmptyList: boolean }
/** A row of a list, with its number. */
export type PlainRow = { list: string; locale: string | null; id: string; number: number }
export type PlainReading = { cells: Map<string, PlainCell>; rows: Map<string, PlainRow> }

/**
 * Reads a whole document without any code of the comparison. Rows have ids here, and no field is hidden. Rich text
 * without localized parts only.
 */
export function readPlainly(fields: Field[], data: JsonObject, codes: readonly string[]): PlainReading {
  const cells = new Map<string, PlainCell>()
  const rows = new Map<string, PlainRow>()
  readLevel(fields, data, [], null)
  return { cells, rows }

  function readLevel(level: Field[], from: JsonObject, way: string[], locale: string | null): void {
    for (const field of level) {
      switch (field.type) {
        case 'ui':
        case 'join':
          break
        case 'row':
        case 'collapsible':
          readLevel(field.fields, from, way, locale)
          break
        case 'tabs':
          for (const tab of field.tabs) readNested(tab, from, way, locale)
          break
        case 'group':
          readNested(field, from, way, locale)
          break
        case 'array':
        case 'blocks':
          perLocale(field.localized, from[field.name], locale, (value, code) => {
            const list = [...way, field.name]
            const all = Array.isArray(value) ? (value as JsonObject[]) : []
            all.forEach((row, index) => {
              const id = row['id'] as string
              const number = index + 1
              rows.set(key([...list, id], code), { list: list.join('.'), locale: code, id, number })
              const inside =
                field.type === 'array'
                  ? field.fields
                  : (field.blocks.find(({ slug }) => slug === row['blockType'])?.fields ?? [])
              readLevel(inside, row, [...list, id], code)
            })
          })
          break
        default:
          perLocale(field.localized, from[field.name], locale, (value, code) => {
            const at = [...way, field.name]
            if (value === undefined || value === null) return
            const isEmptyList = field.type !== 'json' && Array.isArray(value) && value.length === 0
            cells.set(key(at, code), { at: at.join('.'), locale: code, text: canonical(value), isEmptyList })
          })
      }
    }
  }

  function readNested(
    box: { name: string | null; localized: boolean; fields: Field[] },
    from: JsonObject,
    way: string[],
    locale: string | null,
  ): void {
    const { name } = box
    if (name === null) return readLevel(box.fields, from, way, locale)
    perLocale(box.localized, from[name], locale, (value, code) =>
      readLevel(box.fields, (value ?? {}) as JsonObject, [...way, name], code),
    )
  }

  function perLocale(
    localized: boolean,
    value: Json | undefined,
    around: string | null,
    read: (value: Json | undefined, code: string | null) => void,
  ): void {
    if (!localized) return read(value, around)
    for (const code of codes) read((value as JsonObject | undefined)?.[code], code)
  }
}

export function key(way: readonly string[], locale: string | null): string {
  return `${way.join('.')} in ${locale ?? 'all'}`
}

/** Returns the shown value of a cell: an empty list equals none. */
export const said = (cell: PlainCell | undefined) => (cell?.isEmptyList ? undefined : cell?.text)

/** Returns JSON with sorted keys and without nulls, equal for equal values. */
export function canonical(value: Json): string {
  return JSON.stringify(value, (_name, item: unknown) =>
    typeof item === 'object' && item !== null && !Array.isArray(item)
      ? Object.fromEntries(
          Object.entries(item)
            .filter(([, one]) => one !== null)
            .toSorted(([a], [b]) => (a < b ? -1 : 1)),
        )
      : item,
  )
}
