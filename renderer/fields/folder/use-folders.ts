import { useCallback, useMemo } from 'react'
import { refId } from '../../../shared/cms/doc-ref.ts'
import type { Collection } from '../../../shared/cms/schema-model.ts'
import { siteId } from '../../../shared/cms/site-id.ts'
import type { ListQuery, ListRow } from '../../../shared/ipc.ts'
import { useCollection, useSchema } from '../../data/schema-context.tsx'
import { useList } from '../../data/use-list.ts'
import type { Refresh } from '../../data/use-refresh.ts'
import { useTitleOf } from '../../data/use-title-of.ts'
import { folderTree, type Folder } from './folder-tree.ts'

/** As many as one question gives. */
const MOST_FOLDERS = 500

type AllFolders = {
  /** Each behind the one that it lies in; null while this computer has not answered. */
  tree: Folder[] | null
  /** Their documents, by id. */
  rows: ReadonlyMap<string, ListRow>
  /** There are more than one question gives: so many are here; null: all. */
  most: number | null
  fetchedAt: string | null
  refresh: Refresh
}

/** All folders of the site, from this computer at once, then as the server has them. */
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

/** The collection of the folders; null: the site has none, or this user may not read them. */
export function useFolderCollection(): Collection | null {
  return useCollection(useSchema().folders?.slug ?? '')
}

/** The field that says of documents, and of folders, in which folder they lie. */
export function useFolderField(): string {
  const { collections } = useSchema()
  return collections.find(({ folderField }) => folderField !== null)?.folderField ?? 'folder'
}

/** The field that says of documents of a collection in which folder they lie; null: they lie in none. */
export function useFolderFieldOf({ slug, folderField }: Collection): string | null {
  const field = useFolderField()
  const { folders } = useSchema()
  return slug === folders?.slug ? field : folderField
}

/** What the field of a document holds for a folder: its id as the site has it; null: none. */
export function useFolderValue(): (id: string | null) => string | number | null {
  const { collections, folders } = useSchema()
  return useCallback(
    (id) => (id === null || folders === null ? null : siteId(collections, { slug: folders.slug, id })),
    [collections, folders],
  )
}
