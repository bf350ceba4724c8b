import { localPreference, type LocalPreference } from '../../data/local-preference.ts'

/** Which rows of a list, or boxes, were folded or opened by hand, by their ids, the newest last. */
type FoldedRows = { [id: string]: boolean }

/** Ids that are kept per field, over all of its documents. */
const KEPT = 500

const preferences = new Map<string, LocalPreference<FoldedRows>>()

/** `schemaPath`: of the list, with its collection or global. */
function preferenceOf(schemaPath: string): LocalPreference<FoldedRows> {
  const known = preferences.get(schemaPath)
  if (known) return known
  const made = localPreference<FoldedRows>(`rows ${schemaPath}`, readFoldedRows)
  preferences.set(schemaPath, made)
  return made
}

function readFoldedRows(stored: unknown): FoldedRows {
  if (typeof stored !== 'object' || stored === null) return {}
  return Object.fromEntries(Object.entries(stored).filter(([, open]) => typeof open === 'boolean'))
}

/** Whether a row was left open when it was last opened or folded by hand; null: it never was. */
export function wasLeftOpen(schemaPath: string, id: string): boolean | null {
  const rows = preferenceOf(schemaPath).get()
  return Object.hasOwn(rows, id) ? (rows[id] ?? null) : null
}

export function rememberOpen(schemaPath: string, ids: readonly string[], open: boolean): void {
  const preference = preferenceOf(schemaPath)
  const others = Object.entries(preference.get()).filter(([id]) => !ids.includes(id))
  const all = [...others, ...ids.map((id): [string, boolean] => [id, open])]
  preference.set(Object.fromEntries(all.slice(-KEPT)))
}
