import type { ReactNode } from 'react'
import { blockTypeOf } from '../../shared/fields/richText/block-nodes.ts'
import { documentAt } from '../../shared/fields/richText/links.ts'
import type { Align, Shown } from '../../shared/fields/richText/show.ts'
import type { JsonObject } from '../../shared/json.ts'
import { useT } from '../i18n/use-t.ts'
import { useRichTextIfAny } from './editor-context.tsx'
import { StaticInlineBlock } from './features/inline-blocks/static-inline-block.tsx'
import { StaticRelationship } from './features/relationships/static-relationship.tsx'
import { StaticBlock } from './features/site-blocks/static-block.tsx'
import { StaticUpload } from './features/uploads/static-upload.tsx'
import styles from './rich-text.module.css'

export type StaticPartProps = { node: JsonObject; align: Align | null }
type Part = (this: void, props: StaticPartProps) => ReactNode

/** What is drawn of the nodes that are no text, where the text is only shown. One line for each kind. */
export const staticParts: Readonly<Record<Extract<Shown, { node: JsonObject }>['kind'], Part>> = {
  upload: inForm(StaticUpload, PlainPart),
  relationship: inForm(StaticRelationship, PlainPart),
  block: inForm(StaticBlock, PlainPart),
  inlineBlock: inForm(StaticInlineBlock, PlainInlinePart),
}

/** What a field of a form shows as its editor does is a word or two in a list or beside another text. */
function inForm(Part: Part, Elsewhere: Part): Part {
  return function StaticPart(props) {
    return useRichTextIfAny() === null ? <Elsewhere {...props} /> : <Part {...props} />
  }
}

function PlainPart({ node }: StaticPartProps) {
  return <div className={styles['part']}>{usePartWords(node)}</div>
}

function PlainInlinePart({ node }: StaticPartProps) {
  return <span className={styles['inline-part']}>{usePartWords(node)}</span>
}

function usePartWords(node: JsonObject): string {
  const { t } = useT()
  const document = documentAt(node)
  if (document !== null) return t('galley:list.id', { id: document.id })
  return blockTypeOf(node)
}
