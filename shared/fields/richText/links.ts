import { isPlainJson, own } from '../../json.ts'
import type { Json } from '../../json.ts'
import { fieldsOf } from './nodes.ts'

const SAFE = /^(https?|mailto|sms|tel):/i
const SCHEME = /^[a-z][a-z\d+.-]*:/i
/** Matches an address on the site itself: `/about`, `#north`, `?page=2`, `../up`. */
const RELATIVE = /^(?:\/(?![/\\])|#|\?|\.{1,2}\/)/

/**
 * An address as it may be shown and opened (S5.25). Addresses on the site, http, https, mailto, sms and tel
 * stay; another protocol gives `about:blank`, text without a protocol `https://`. The stored value is not
 * changed.
 */
export function safeAddress(url: string): string {
  // Browsers drop these characters before they look at the protocol.
  // oxlint-disable-next-line no-control-regex -- just these are meant
  const bare = url.replace(/^[\u0000-\u0020]+|[\t\n\r]/g, '').trimEnd()
  if (RELATIVE.test(bare)) return bare
  if (!SCHEME.test(bare)) return 'https://'
  if (!SAFE.test(bare)) return 'about:blank'
  return /^https?:\/*$/i.test(bare) ? 'https://' : bare
}

/** The target of a link: an address or a document of the site; null: the link names none. */
export type LinkTarget =
  | { kind: 'address'; url: string; newTab: boolean }
  | { kind: 'document'; slug: string; id: string; newTab: boolean }

export function linkTarget(node: Json): LinkTarget | null {
  const fields = fieldsOf(node)
  const newTab = own(fields, 'newTab') === true
  if (own(fields, 'linkType') === 'internal') {
    const found = documentAt(own(fields, 'doc'))
    // Half of a surrogate pair cannot be part of an address, so no document has such a slug or id.
    if (found === null || !found.slug.isWellFormed() || !found.id.isWellFormed()) return null
    return { kind: 'document', ...found, newTab }
  }
  const url = own(fields, 'url')
  return typeof url === 'string' ? { kind: 'address', url, newTab } : null
}

/** The document that `{relationTo, value}` names, as links, uploads and relationships have it. */
export function documentAt(value: Json | undefined): { slug: string; id: string } | null {
  if (!isPlainJson(value)) return null
  const slug = own(value, 'relationTo')
  const given = own(value, 'value')
  const id = isPlainJson(given) ? own(given, 'id') : given
  if (typeof slug !== 'string' || (typeof id !== 'string' && typeof id !== 'number')) return null
  return { slug, id: String(id) }
}
