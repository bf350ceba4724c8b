import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useParams } from 'react-router-dom'
import { listPreferenceOptions } from '../data/list-preference.ts'
import { useCollection } from '../data/schema-context.tsx'
import { useFolderCollection } from '../fields/folder/use-folders.ts'
import { CollectionFoldersScreen } from '../screens/folders/folders-screen.tsx'
import { ListScreen } from '../screens/list/list-screen.tsx'

/**
 * The screen of a collection's address: documents by folder if the user chose that, otherwise the list. An address
 * with list state always shows the list.
 */
export function ListOrFolders() {
  const { slug = '' } = useParams()
  const { search } = useLocation()
  const folders = useFolderCollection()
  const collection = useCollection(slug)
  const hasFolders = folders !== null && collection !== null && collection.folderField !== null
  const { data: kept, isError } = useQuery({ ...listPreferenceOptions(slug), enabled: hasFolders })
  const isOfList = [...new URLSearchParams(search).keys()].some((name) => name !== 'locale')
  // Clearing the last filter of a list keeps the list.
  const [listed, setListed] = useState<string | null>(null)
  const next = isOfList || listed === slug ? slug : null
  if (next !== listed) setListed(next)
  if (!hasFolders || next !== null || isError) return <ListScreen />
  // The preference comes from this computer at once, so the list is not drawn first.
  if (kept === undefined) return null
  return kept.listViewType === 'folders' ? <CollectionFoldersScreen /> : <ListScreen />
}
