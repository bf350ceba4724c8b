import type { JsonObject } from '../../../../shared/json.ts'

/** What the web admin writes in HTML for an upload or a relationship; null: it is none of them. */
export function documentIn(element: Element): JsonObject | null {
  const upload = named(element, 'upload', 'data-lexical-upload-relation-to')
  if (upload !== null) return { type: 'upload', version: 3, format: '', fields: {}, ...upload }
  const relationship = named(element, 'relationship', 'data-lexical-relationship-relationto')
  return relationship === null ? null : { type: 'relationship', version: 2, format: '', ...relationship }
}

function named(element: Element, kind: string, collection: string): JsonObject | null {
  const value = element.getAttribute(`data-lexical-${kind}-id`)
  const relationTo = element.getAttribute(collection)
  return value === null || relationTo === null ? null : { relationTo, value }
}

/** What Google Docs draws for the box of an item that is to be checked. */
export function isPictureOfBox(picture: Element): boolean {
  return (
    picture.getAttribute('aria-roledescription') === 'checkbox' &&
    picture.parentElement?.getAttribute('role') === 'checkbox'
  )
}
