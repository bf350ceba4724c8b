import type { JsonObject } from '../../../../shared/json.ts'

/**
 * The upload or relationship that the web admin wrote as HTML; null: it is neither. Its attributes count only on the
 * elements that it writes: an empty picture, and a box with words that are the same in all languages.
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

type NamedDocument = { relationTo: string; value: string }

function named(element: Element, kind: string, collection: string): NamedDocument | null {
  const value = element.getAttribute(`data-lexical-${kind}-id`)
  const relationTo = element.getAttribute(collection)
  return value === null || relationTo === null ? null : { relationTo, value }
}

/** True for the picture that Google Docs draws as the box of a check list item. */
export function isPictureOfBox(picture: Element): boolean {
  return (
    picture.getAttribute('aria-roledescription') === 'checkbox' &&
    picture.parentElement?.getAttribute('role') === 'checkbox'
  )
}
