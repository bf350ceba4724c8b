import { refId } from '../../../shared/cms/doc-ref.ts'
import type { Collection } from '../../../shared/cms/schema-model.ts'
import { isPlainJson, type Json } from '../../../shared/json.ts'
import type { ListRow } from '../../../shared/ipc.ts'

/** A folder with the names of its ancestors from the outermost, and the collections it may hold; null: all. */
export type Folder = {
  id: string
  /** Id of its parent folder; null: none. */
  parent: string | null
  name: string
  above: string[]
  holds: readonly string[] | null
}

/**
 * Returns all folders, each behind its parent, siblings by name. A folder whose parent is missing, or in a cycle, is
 * at the top.
 */
export function folderTree(
  rows: readonly Pick<ListRow, 'ref' | 'data'>[],
  folderField: string,
  nameOf: (row: Pick<ListRow, 'ref' | 'data'>) => string,
): Folder[] {
  const byId = new Map(rows.map((row) => [refId(row.ref), row]))
  const below = Map.groupBy(rows, (row) => {
    const parent = folderIdIn(row.data[folderField])
    return parent !== null && byId.has(parent) && !isInRing(row) ? parent : null
  })
  const listed = (parent: string | null, above: string[]): Folder[] =>
    (below.get(parent) ?? [])
      .map((row) => ({ row, name: nameOf(row) }))
      .toSorted((a, b) => a.name.localeCompare(b.name))
      .flatMap(({ row, name }) => {
        const id = refId(row.ref)
        return [
          { id, parent, name, above, holds: typesIn(row.data['folderType']) },
          ...listed(id, [...above, name]),
        ]
      })
  return listed(null, [])

  function isInRing(row: Pick<ListRow, 'ref' | 'data'>): boolean {
    const own = refId(row.ref)
    const seen = new Set<string>()
    let at = folderIdIn(row.data[folderField])
    while (at !== null && at !== own && !seen.has(at)) {
      seen.add(at)
      at = folderIdIn(byId.get(at)?.data[folderField])
    }
    return at === own
  }
}

/** Returns all folders below one, at any depth. */
export function foldersBelow(tree: readonly Folder[], id: string): Folder[] {
  return tree.filter(({ parent }) => parent === id).flatMap((one) => [one, ...foldersBelow(tree, one.id)])
}

/** True if documents of a collection may be in the folder. */
export const canHold = (folder: Folder, slug: string): boolean =>
  folder.holds === null || folder.holds.includes(slug)

/**
 * True if a folder may be moved into another: not into itself or below, and only if that may hold at least the same
 * collections. Payload would accept a move below itself and swap the two.
 */
export function canHoldFolder(to: Folder, moved: Folder, tree: readonly Folder[]): boolean {
  if (to.id === moved.id || foldersBelow(tree, moved.id).some(({ id }) => id === to.id)) return false
  const { holds } = moved
  return to.holds === null || (holds !== null && holds.every((slug) => canHold(to, slug)))
}

/** Returns the folder id in a field's value: an id, or the folder itself; null: none. */
export function folderIdIn(value: Json | undefined): string | null {
  const id = isPlainJson(value) ? value['id'] : value
  return typeof id === 'number' || (typeof id === 'string' && id !== '') ? String(id) : null
}

/** Returns the folder of a list row; null: none, or its collection has no folders. */
export const folderOf = (
  { folderField }: Pick<Collection, 'folderField'>,
  { data }: Pick<ListRow, 'data'>,
): string | null => (folderField === null ? null : folderIdIn(data[folderField]))

function typesIn(value: Json | undefined): readonly string[] | null {
  const types = Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
  return types.length === 0 ? null : types
}
