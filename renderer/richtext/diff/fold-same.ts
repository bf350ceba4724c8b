import type { NodeDifference } from '../../../shared/fields/richText/diff-nodes.ts'
import type { Json } from '../../../shared/json.ts'

/** One row of two texts beside each other: a difference, or a run of nodes that both have at the same place. */
export type DiffRow =
  | { kind: 'run'; nodes: Json[] }
  | { kind: 'moved'; node: Json }
  | { kind: 'changed'; before: Json; after: Json; isMoved: boolean }
  | { kind: 'added' | 'removed'; node: Json }

export function foldSame(differences: readonly NodeDifference[]): DiffRow[] {
  const rows: DiffRow[] = []
  for (const one of differences) {
    const last = rows.at(-1)
    if (one.kind === 'added') rows.push({ kind: 'added', node: one.after })
    else if (one.kind === 'removed') rows.push({ kind: 'removed', node: one.before })
    else if (one.kind === 'changed')
      rows.push({ kind: 'changed', before: one.before, after: one.after, isMoved: one.isMoved })
    else if (one.isMoved) rows.push({ kind: 'moved', node: one.after })
    else if (last?.kind === 'run') last.nodes.push(one.after)
    else rows.push({ kind: 'run', nodes: [one.after] })
  }
  return rows
}
