import { refId } from '../../../shared/cms/doc-ref.ts'
import type { Collection } from '../../../shared/cms/schema-model.ts'
import { isPlainJson, type Json } from '../../../shared/json.ts'
import type { ListRow } from '../../../shared/ipc.ts'

/** A folder: its name, the names of those that it lies in from the outermost, and what may lie in it; null: everything. */
export type Folder = {
  id: string
  /** The folder that it lies in; null: none. */
  parent: string | null
  name: string
  above: string[]
  holds: readonly string[] | null
}

/**
 * All folders, each behind the one that it lies in, siblings by name. One whose folder is not here stands at the top, and
 * so do those that lie in each other.
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

/** The folders that lie in one, and in those. */
export function foldersBelow(tree: readonly Folder[], id: string): Folder[] {
  return tree.filter(({ parent }) => parent === id).flatMap((one) => [one, ...foldersBelow(tree, one.id)])
}

/** Whether documents of a collection may lie in it. */
export const canHold = (folder: Folder, slug: string): boolean =>
  folder.holds === null || folder.holds.includes(slug)

/**
 * Whether a folder may lie in another one: not in itself or below itself, and where all that it may hold may lie as well.
 * Payload takes one that was moved below itself and puts the other one in its place.
 */
export function canHoldFolder(to: Folder, moved: Folder, tree: readonly Folder[]): boolean {
  if (to.id === moved.id || foldersBelow(tree, moved.id).some(({ id }) => id === to.id)) return false
  const { holds } = moved
  return to.holds === null || (holds !== null && holds.every((slug) => canHold(to, slug)))
}

/** The folder that a document is in, as its field holds it: an id, or the folder itself; null: none. */
export function folderIdIn(value: Json | undefined): string | null {
  const id = isPlainJson(value) ? value['id'] : value
  return typeof id === 'number' || (typeof id === 'string' && id !== '') ? String(id) : null
}

/** The folder of a document of a list; null: none, or its collection has no folders. */
export const folderOf = (
  { folderField }: Pick<Collection, 'folderField'>,
  { data }: Pick<ListRow, 'data'>,
): string | null => (folderField === null ? null : folderIdIn(data[folderField]))

function typesIn(value: Json | undefined): readonly string[] | null {
  const types = Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
  return types.length === 0 ? null : types
}
