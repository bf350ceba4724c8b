import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useParams } from 'react-router-dom'
import { listPreferenceOptions } from '../data/list-preference.ts'
import { useCollection } from '../data/schema-context.tsx'
import { useFolderCollection } from '../fields/folder/use-folders.ts'
import { CollectionFoldersScreen } from '../screens/folders/folders-screen.tsx'
import { ListScreen } from '../screens/list/list-screen.tsx'

/**
 * What the address of a collection shows: its documents by folder where this user has chosen that, else its list. An
 * address that says what the list shows is one of the list.
 */
export function ListOrFolders() {
  const { slug = '' } = useParams()
  const { search } = useLocation()
  const folders = useFolderCollection()
  const collection = useCollection(slug)
  const hasFolders = folders !== null && collection !== null && collection.folderField !== null
  const { data: kept, isError } = useQuery({ ...listPreferenceOptions(slug), enabled: hasFolders })
  const isOfList = [...new URLSearchParams(search).keys()].some((name) => name !== 'locale')
  // Whoever clears the last filter of a list goes on with the list.
  const [listed, setListed] = useState<string | null>(null)
  const next = isOfList || listed === slug ? slug : null
  if (next !== listed) setListed(next)
  if (!hasFolders || next !== null || isError) return <ListScreen />
  // It is read from this computer: the list is not drawn first.
  if (kept === undefined) return null
  return kept.listViewType === 'folders' ? <CollectionFoldersScreen /> : <ListScreen />
}
