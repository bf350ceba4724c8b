import { unmoved } from '../../document/merge-ids.ts'
import { sameJson } from '../../json.ts'
import type { Json } from '../../json.ts'
import { matchNodes } from './match-nodes.ts'
import { topNodes } from './nodes.ts'

/** The fate of a top-level node. `isMoved`: it passed others that both texts have; as few as possible count. */
export type NodeDifference =
  | { kind: 'same' | 'changed'; before: Json; after: Json; isMoved: boolean }
  | { kind: 'added'; after: Json }
  | { kind: 'removed'; before: Json }

/**
 * Compares two rich texts node by node, in the order of the second; a removed node comes after the one it
 * followed.
 */
export function diffRichText(before: Json | undefined, after: Json | undefined): NodeDifference[] {
  const [old, now] = [topNodes(before), topNodes(after)]
  const found = matchNodes(old, now)
  const names = found.flatMap((at) => (at === null ? [] : [String(at)]))
  const kept = unmoved(Array.from(old.keys(), String), names)
  const stays = new Set(found)
  const removedBehind = new Map<number, NodeDifference[]>()
  let behind = -1
  for (const [at, node] of old.entries()) {
    if (kept.has(String(at))) behind = at
    if (stays.has(at)) continue
    const removed = removedBehind.get(behind) ?? []
    removed.push({ kind: 'removed', before: node })
    removedBehind.set(behind, removed)
  }
  const rows = now.flatMap((node, index): NodeDifference[] => {
    const at = found[index] ?? null
    if (at === null) return [{ kind: 'added', after: node }]
    const was = old[at] ?? null
    const isKept = kept.has(String(at))
    const kind = sameJson(was, node) ? 'same' : 'changed'
    const gone = isKept ? (removedBehind.get(at) ?? []) : []
    return [{ kind, before: was, after: node, isMoved: !isKept }, ...gone]
  })
  return [...(removedBehind.get(-1) ?? []), ...rows]
}
