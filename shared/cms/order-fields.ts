import type { Collection, JoinField, SiteSchema } from './schema-model.ts'
import { dataFields, type DataNode } from './fields.ts'

/** The field of a collection's order key (Payload's `orderable`). */
export const ORDER_FIELD = '_order'

/** The field of an orderable join's order key, in the listed documents, as Payload names it. `path`: the join's. */
export function joinOrderField({ collections }: Pick<JoinField, 'collections'>, path: string): string {
  return `_${collections[0] ?? ''}_${path.replaceAll('.', '_')}_order`
}

/** All order fields of a collection: its own, and those of joins that list it. */
export function orderFields(schema: SiteSchema, { slug, orderable }: Collection): string[] {
  const joins = schema.collections.flatMap(({ fields }) =>
    joinsIn(dataFields(fields), '').filter(({ join }) => join.orderable && join.collections.includes(slug)),
  )
  return [...(orderable ? [ORDER_FIELD] : []), ...joins.map(({ join, path }) => joinOrderField(join, path))]
}

/** True if the field holds an order key of the collection, judged by its name, without the collections with joins. */
export function isOrderField({ slug, orderable }: Collection, name: string): boolean {
  return (orderable && name === ORDER_FIELD) || (name.startsWith(`_${slug}_`) && name.endsWith('_order'))
}

function joinsIn(nodes: readonly DataNode[], prefix: string): { join: JoinField; path: string }[] {
  return nodes.flatMap((node) => {
    const path = `${prefix}${node.name}`
    if (node.type === 'join') return [{ join: node, path }]
    return node.type === 'nested' ? joinsIn(dataFields(node.fields), `${path}.`) : []
  })
}
