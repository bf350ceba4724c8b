import type { ShownOf } from '../shown.ts'
import type { Field } from '../../../cms/schema-model.ts'
import { isPlainJson, own } from '../../../json.ts'
import type { Json, JsonObject } from '../../../json.ts'
import { documentAt, linkTarget, safeAddress } from '../links.ts'
import { childrenOf, documentId, elementNode, fieldsOf, typeOf } from '../nodes.ts'
import type { NodeType, Offer } from './node-type.ts'
import { escaped } from './write-parts.ts'

const TYPES: readonly string[] = ['link', 'autolink']

export const link: NodeType<ShownOf<'link'>> = {
  types: TYPES,
  standing: 'inline',
  name: () => 'text',
  show(node, show) {
    const target = linkTarget(node)
    return {
      kind: 'link',
      href: target?.kind === 'address' ? safeAddress(target.url) : null,
      document: target?.kind === 'document' ? { slug: target.slug, id: target.id } : null,
      newTab: target?.newTab ?? false,
      inside: show(childrenOf(node)),
    }
  },
  mapInside: (shown, { run }) => ({ ...shown, inside: run(shown.inside) }),
  html(shown, { all }) {
    const inside = all(shown.inside)
    if (shown.href === null) return inside
    const target = shown.newTab ? ' target="_blank" rel="noopener noreferrer"' : ''
    return `<a href="${escaped(shown.href)}"${target}>${inside}</a>`
  },
  markdown(shown, { inline }) {
    const words = inline(shown.inside)
    return shown.href === null ? words : `[${words}](${shown.href.replaceAll(/[()\s]/g, encodeURIComponent)})`
  },
  offer: offered,
  fields: (editor) => editor.link?.fields ?? null,
  idIn: 'node',
}

/**
 * Converts a pasted link. One that nobody may open, or that the text cannot have, is reduced to its words.
 */
function offered(node: JsonObject, offer: Offer): Json[] {
  const { config, inline, isSameServer } = offer
  const inside = childrenOf(node).flatMap((one) =>
    TYPES.includes(typeOf(one)) ? childrenOf(one).flatMap((each) => inline(each)) : inline(one),
  )
  const target = linkTarget(node)
  if (config.link === null || inside.length === 0) return inside
  if (target?.kind === 'address' && safeAddress(target.url) === 'about:blank') return inside
  const fields = fieldsOf(node)
  const document = target?.kind === 'document' ? linkedDocument(fields, config.link.fields, offer) : null
  if (target === null || (target.kind === 'document' && document === null)) {
    offer.leave({ kind: 'link', name: target?.slug ?? '' })
    return inside
  }
  const isAuto = typeOf(node) === 'autolink' && config.link.keepsAutoLinks
  const common = elementNode(isAuto ? 'autolink' : 'link', inside)
  const kept = isSameServer
    ? fields
    : {
        ...offer.foreign(config.link.fields, withoutTarget(fields)),
        ...onlyTarget(fields),
        ...(document && { doc: document }),
      }
  return [
    isAuto
      ? { ...common, version: 2, fields: kept }
      : { ...common, version: 3, id: offer.idOf(own(node, 'id')), fields: kept },
  ]
}

/** The document of a pasted link; null: the text cannot link to it. */
function linkedDocument(
  fields: JsonObject,
  defined: readonly Field[],
  { isSameServer, likelyId }: Offer,
): JsonObject | null {
  const doc = own(fields, 'doc')
  const slug = documentAt(doc)?.slug ?? ''
  if (!isPlainJson(doc) || !mayLinkTo(defined, slug)) return null
  if (isSameServer) return doc
  const id = likelyId(slug, documentId(doc))
  return id === null ? null : { relationTo: slug, value: id }
}

/** True if links may lead to documents of a collection: the site lists it in a field of the link. */
function mayLinkTo(fields: readonly Field[], slug: string): boolean {
  return fields.some(
    (field) =>
      'name' in field && field.name === 'doc' && 'relationTo' in field && field.relationTo.includes(slug),
  )
}

/** The target of a pasted link, without other fields. */
function onlyTarget(fields: JsonObject): JsonObject {
  const entries = ['linkType', 'url', 'newTab'].flatMap((key): [string, Json][] => {
    const value = own(fields, key)
    return value === undefined ? [] : [[key, value]]
  })
  return Object.fromEntries(entries)
}

/** The fields of a link without its address: the site may have these as fields of its own. */
function withoutTarget(fields: JsonObject): JsonObject {
  const { linkType: _type, url: _url, newTab: _tab, doc: _doc, ...others } = fields
  return others
}
