import * as v from 'valibot'
import { keptViews } from '../kept-views.ts'

/** Which rows of a list, or boxes, were folded or opened by hand, by their ids. */
const folded = keptViews('rows', v.boolean())

/** Whether a row was left open when it was last opened or folded by hand; null: it never was. */
export function wasLeftOpen(schemaPath: string, id: string): boolean | null {
  return folded.get(schemaPath, id)
}

export function rememberOpen(schemaPath: string, ids: readonly string[], open: boolean): void {
  folded.set(schemaPath, ids, open)
}
