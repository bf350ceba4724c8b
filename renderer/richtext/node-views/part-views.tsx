import type { Shown, ShownOf } from '../../../shared/fields/richText/shown.ts'
import type { ReactNode } from 'react'
import { blockTypeOf } from '../../../shared/fields/richText/block-nodes.ts'
import { documentAt } from '../../../shared/fields/richText/links.ts'
import type { JsonObject } from '../../../shared/json.ts'
import { useT } from '../../i18n/use-t.ts'
import { useRichTextIfAny } from '../editor-context.tsx'
import { StaticInlineBlock } from '../features/inline-blocks/chip-box.tsx'
import { StaticRelationship } from '../features/relationships/static-relationship.tsx'
import { StaticBlock } from '../features/site-blocks/static-block.tsx'
import { StaticUpload } from '../features/uploads/upload-view.tsx'
import { UnknownLabel } from '../unknown-part.tsx'
import styles from '../rich-text.module.css'
import type { NodeView } from './node-view.tsx'

type ShownPart = Extract<Shown, { node: JsonObject }>
type PartProps = { node: JsonObject }
type Part = (this: void, props: PartProps) => ReactNode

export const uploadView = viewOf(StaticUpload, PlainPart)
export const relationshipView = viewOf(StaticRelationship, PlainPart)
export const blockView = viewOf(StaticBlock, PlainPart)
export const inlineBlockView = viewOf(StaticInlineBlock, PlainInlinePart)

/** `Part`: inside of a rich text field, like in its editor. `Plain`: short text for lists and diffs. */
function viewOf(Part: Part, Plain: Part): NodeView<ShownPart> {
  function StaticPart(props: PartProps) {
    return useRichTextIfAny() === null ? <Plain {...props} /> : <Part {...props} />
  }
  return { draw: (shown, key) => <StaticPart key={key} node={shown.node} /> }
}

function PlainPart({ node }: PartProps) {
  return <div className={styles['part']}>{usePartWords(node)}</div>
}

function PlainInlinePart({ node }: PartProps) {
  return <span className={styles['inline-part']}>{usePartWords(node)}</span>
}

function usePartWords(node: JsonObject): string {
  const { t } = useT()
  const document = documentAt(node)
  if (document !== null) return t('galley:list.id', { id: document.id })
  return blockTypeOf(node)
}

export const unknownView: NodeView<ShownOf<'unknown'>> = {
  draw: (shown, key, { inline }) => (
    <UnknownLabel key={key} type={shown.type} words={wordsIn(shown.inside)} inline={inline} />
  ),
}

function wordsIn(all: readonly Shown[]): string {
  return all
    .map((one) => (one.kind === 'text' ? one.text : 'inside' in one ? wordsIn(one.inside) : ''))
    .join('')
}
