import { useCallback, useMemo } from 'react'
import { refId, siteId } from '../../../shared/cms/doc-ref.ts'
import type { Collection } from '../../../shared/cms/schema-model.ts'
import type { ListQuery, ListRow } from '../../../shared/ipc.ts'
import { useCollection, useSchema } from '../../data/schema-context.tsx'
import { useList } from '../../data/use-list.ts'
import type { Refresh } from '../../data/use-refresh.ts'
import { useTitleOf } from '../../data/use-titles.ts'
import { folderTree, type Folder } from './folder-tree.ts'

/** Most folders in one query. */
const MOST_FOLDERS = 500

type AllFolders = {
  /** All folders, each behind its parent; null until this computer has answered. */
  tree: Folder[] | null
  /** List rows of the folders, by id. */
  rows: ReadonlyMap<string, ListRow>
  /** Number of loaded folders if the query's limit cut them; null: all. */
  most: number | null
  fetchedAt: string | null
  refresh: Refresh
}

/** Returns all folders of the site, from this computer at once, then from the server. */
export function useAllFolders(locale: string | null): AllFolders {
  const titleOf = useTitleOf()
  const folders = useFolderCollection()
  const field = useFolderField()
  const query = useMemo(
    (): ListQuery => ({
      slug: folders?.slug ?? '',
      page: 1,
      limit: MOST_FOLDERS,
      sort: folders?.useAsTitle ?? 'id',
      search: '',
      where: null,
      locale,
    }),
    [folders, locale],
  )
  const { list, refresh } = useList(query, { ready: folders !== null })
  const { data } = list
  const tree = useMemo(
    () =>
      data === undefined || folders === null
        ? null
        : folderTree(data.rows, field, (row) => titleOf(folders, row, locale)),
    [data, folders, field, titleOf, locale],
  )
  const rows = useMemo(() => new Map(data?.rows.map((row) => [refId(row.ref), row])), [data])
  const most = data !== undefined && data.totalDocs > MOST_FOLDERS ? MOST_FOLDERS : null
  return { tree, rows, most, fetchedAt: data?.fetchedAt ?? null, refresh }
}

/** Returns the collection of the folders; null: the site has none, or this user may not read them. */
export function useFolderCollection(): Collection | null {
  return useCollection(useSchema().folders?.slug ?? '')
}

/** Returns the name of the field that holds the folder of documents and folders. */
export function useFolderField(): string {
  const { collections } = useSchema()
  return collections.find(({ folderField }) => folderField !== null)?.folderField ?? 'folder'
}

/** Returns the name of the field that holds the folder of a collection's documents; null: they have none. */
export function useFolderFieldOf({ slug, folderField }: Collection): string | null {
  const field = useFolderField()
  const { folders } = useSchema()
  return slug === folders?.slug ? field : folderField
}

/** Returns a function that makes the field value for a folder: its id in the site's type; null: none. */
export function useFolderValue(): (id: string | null) => string | number | null {
  const { collections, folders } = useSchema()
  return useCallback(
    (id) => (id === null || folders === null ? null : siteId(collections, { slug: folders.slug, id })),
    [collections, folders],
  )
}
