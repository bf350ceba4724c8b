import { isPlainJson } from '../../json.ts'
import type { Json } from '../../json.ts'
import type { RelatedRef } from '../related-ref.ts'
import { documentAt } from './links.ts'

/** The documents that a text points at by links, uploads, relationships and fields of its blocks, each once. */
export function referencesOf(value: Json | undefined): RelatedRef[] {
  const found = new Map<string, RelatedRef>()
  const look = (item: Json | undefined): void => {
    if (Array.isArray(item)) item.forEach(look)
    if (!isPlainJson(item)) return
    const document = documentAt(item)
    if (document !== null) found.set(`${document.slug} ${document.id}`, document)
    Object.values(item).forEach(look)
  }
  look(value)
  return [...found.values()]
}
