import { isPlainJson, type Json } from '../../shared/json.ts'

/** Absent, null, empty texts and empty lists are the same; ids are the same as text and as numbers. */
export function canonical(value: Json | undefined): string {
  if (value === undefined || value === null || value === '') return 'null'
  if (Array.isArray(value)) return value.length === 0 ? 'null' : `[${value.map(canonical).join()}]`
  if (isPlainJson(value)) {
    const parts = Object.entries(value)
      .filter(([, item]) => canonical(item) !== 'null')
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, item]) => `${key}:${canonical(item)}`)
    return `{${parts.join()}}`
  }
  return String(value)
}
