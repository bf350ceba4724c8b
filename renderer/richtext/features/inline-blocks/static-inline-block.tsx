import { Pencil, X } from 'lucide-react'
import { blockOfNode, blockTypeOf } from '../../../../shared/fields/richText/block-nodes.ts'
import type { JsonObject } from '../../../../shared/json.ts'
import { useT } from '../../../i18n/use-t.ts'
import { Icon } from '../../../ui/icon/icon.tsx'
import { useRichText } from '../../editor-context.tsx'
import { ChipBox, useChipWords } from './chip-box.tsx'
import styles from '../../data-nodes/node.module.css'

/** An inline block in a text of a form that is only shown; as wide as it is in the editor. */
export function StaticInlineBlock({ node }: { node: JsonObject }) {
  const { t } = useT()
  const { config, readOnly } = useRichText()
  const block = blockOfNode(config, node)
  const { label, words } = useChipWords(block, node)
  const name = block === null ? t('galley:rich-text-blocks.notFound', { type: blockTypeOf(node) }) : label
  return (
    <ChipBox label={name} words={words} bad={block === null} part={{ node }}>
      {!readOnly && (
        // The room of the buttons that the editor has there.
        <span aria-hidden className={styles['chip-room']}>
          {block !== null && <Icon icon={Pencil} size="small" />}
          <Icon icon={X} size="small" />
        </span>
      )}
    </ChipBox>
  )
}
