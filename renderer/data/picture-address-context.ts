import { createContext, useContext } from 'react'
import type { JsonObject } from '../../shared/json.ts'
import type { CollectionRef } from './document-drawers-context.ts'

/** Where the small picture of a file is, as an address that the window may show; null: there is none to show. */
export type PictureAddress = (ref: CollectionRef, data: JsonObject) => string | null

const PictureAddressContext = createContext<PictureAddress>(() => null)

export const PictureAddressProvider = PictureAddressContext.Provider

/** `data`: of the document of the upload collection, as lists have it. */
export function usePictureAddress(): PictureAddress {
  return useContext(PictureAddressContext)
}
