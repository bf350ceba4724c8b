import type { Collection, RichTextEditor } from '../../../../shared/cms/schema-model.ts'
import { blockOfNode, blockTypeOf } from '../../../../shared/fields/richText/block-nodes.ts'
import { documentAt } from '../../../../shared/fields/richText/links.ts'
import { fieldsOf } from '../../../../shared/fields/richText/nodes.ts'
import type { NodeWords } from '../../../../shared/fields/richText/node-types/node-type.ts'
import { own } from '../../../../shared/json.ts'
import type { UseT } from '../../../i18n/use-t.ts'

/** Names nodes that are no text for other programs: the label of a block, the kind of a document. */
export function nodeWords(
  config: RichTextEditor,
  collections: readonly Collection[],
  { label }: Pick<UseT, 'label'>,
): NodeWords {
  return (node) => {
    const slug = documentAt(node)?.slug
    if (slug !== undefined) {
      const collection = collections.find((one) => one.slug === slug)
      return label(collection?.labels.singular ?? null) || slug
    }
    const block = blockOfNode(config, node)
    const kind = label(block?.labels.singular ?? null) || blockTypeOf(node)
    const name = own(fieldsOf(node), 'blockName')
    return typeof name === 'string' && name !== '' ? `${kind}: ${name}` : kind
  }
}
