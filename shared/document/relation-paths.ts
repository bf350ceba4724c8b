import { dataFields, isRows } from '../cms/fields.ts'
import type { Field } from '../cms/schema-model.ts'

/** A path by which the server can be asked for documents that refer to those of a collection. */
export type RelationPath = {
  path: string
  /** True if a value names its collection along with the id. */
  polymorphic: boolean
}

/** Deepest level, and most fields, that are searched, since blocks may contain each other. */
const DEEPEST = 5
const MOST = 40

/** The fields that may refer to documents of a collection, also in containers and rows, but not in rich texts. */
export function relationPaths(fields: Field[], slug: string): RelationPath[] {
  const found = new Map<string, RelationPath>()
  const look = (level: Field[], prefix: string, depth: number): void => {
    for (const node of dataFields(level)) {
      const path = `${prefix}${node.name}`
      if (node.type === 'relationship' || node.type === 'upload') {
        if (node.isFilter && node.relationTo.includes(slug) && found.size < MOST)
          found.set(path, { path, polymorphic: node.polymorphic })
      } else if (depth >= DEEPEST) continue
      else if (node.type === 'nested') look(node.fields, `${path}.`, depth + 1)
      else if (isRows(node))
        for (const inside of node.type === 'array' ? [node.fields] : node.blocks.map((block) => block.fields))
          look(inside, `${path}.`, depth + 1)
    }
  }
  look(fields, '', 0)
  return [...found.values()]
}
