import type { ComparedPart, ComparedRow, ComparedRows } from '../../../shared/document/compare/compared.ts'

/** A difference in the list of all: a field, a container or a row. */
export type ChangeEntry = {
  part: ComparedPart | ComparedRow
  depth: number
  /** Keys of its containers, from the outside. */
  within: string[]
}

/** Returns the differences in the order of the page, without those inside rows. */
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

/** True if stepping from change to change stops here; containers are skipped. */
export function isStop({ part }: ChangeEntry): boolean {
  return part.kind === 'value' || part.kind === 'row'
}
