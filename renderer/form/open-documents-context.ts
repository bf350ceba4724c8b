import { createContext, useContext } from 'react'
import type { OpenDocuments } from './open-documents.ts'

const OpenDocumentsContext = createContext<OpenDocuments | null>(null)

export const OpenDocumentsProvider = OpenDocumentsContext.Provider

/** Returns the open documents; null outside of their provider, such as in a form that is shown on its own. */
export function useOpenDocumentsOrNull(): OpenDocuments | null {
  return useContext(OpenDocumentsContext)
}

/** The documents that are open in this window. */
export function useOpenDocuments(): OpenDocuments {
  const documents = useContext(OpenDocumentsContext)
  if (documents === null) throw new Error('useOpenDocuments is used outside of its provider')
  return documents
}
