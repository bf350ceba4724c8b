import type { JsonObject } from '../../../../shared/json.ts'

/**
 * What the web admin writes in HTML for an upload or a relationship; null: it is none of them. Its attributes count only
 * on what it writes: a picture of nothing, and a box that says what it is, in the same words in all languages.
 */
export function documentIn(element: Element): JsonObject | null {
  if (element.localName === 'img' && !element.hasAttribute('src') && !element.hasAttribute('srcset')) {
    const upload = named(element, 'upload', 'data-lexical-upload-relation-to')
    return upload && { type: 'upload', version: 3, format: '', fields: {}, ...upload }
  }
  if (element.localName !== 'div') return null
  const relationship = named(element, 'relationship', 'data-lexical-relationship-relationto')
  return relationship !== null &&
    element.childElementCount === 0 &&
    element.textContent?.trim() === `${relationship.relationTo} relation to ${relationship.value}`
    ? { type: 'relationship', version: 2, format: '', ...relationship }
    : null
}

type Named = { relationTo: string; value: string }

function named(element: Element, kind: string, collection: string): Named | null {
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
