import type { ComparedPart, ComparedRow, ComparedRows } from '../../../shared/document/compare/compared.ts'

/** One of the things that differ, as a list of them has it: fields, what holds them together, and rows. */
export type ChangeEntry = {
  part: ComparedPart | ComparedRow
  depth: number
  /** Keys of what it lies in, from the outside. */
  within: string[]
}

/** What differs, in the order of the page. What is in rows is not told one by one. */
export function changeEntries(modified: readonly ComparedPart[]): ChangeEntry[] {
  const entries: ChangeEntry[] = []
  const add = (part: ComparedPart | ComparedRow, within: string[]): void => {
    entries.push({ part, depth: within.length, within })
    const inside: readonly (ComparedPart | ComparedRow)[] =
      part.kind === 'group' ? part.parts : part.kind === 'rows' ? rowsOf(part) : []
    for (const one of inside) add(one, [...within, part.key])
  }
  for (const part of modified) add(part, [])
  return entries
}

function rowsOf({ rows }: ComparedRows): ComparedRow[] {
  return rows
}

/** Whether one stops there when walking from change to change: what only holds others is passed. */
export function isStop({ part }: ChangeEntry): boolean {
  return part.kind === 'value' || part.kind === 'row'
}
