import type { MouseEvent, ReactNode } from 'react'
import { Pencil, X } from 'lucide-react'
import type { Block } from '../../../../shared/cms/schema-model.ts'
import { rowLabel } from '../../../../shared/document/row-label.ts'
import { fieldsOf } from '../../../../shared/fields/richText/nodes.ts'
import type { JsonObject } from '../../../../shared/json.ts'
import { useFieldTypes } from '../../../data/field-types-context.ts'
import { useT } from '../../../i18n/use-t.ts'
import { cx } from '../../../ui/class-names.ts'
import { useOwnEvents } from '../../data-nodes/own-events.ts'
import { partAttributes, type PartOfNode } from '../../data-nodes/part-of-node.ts'
import { blockOfNode, blockTypeOf } from '../../../../shared/fields/richText/block-nodes.ts'
import { Icon } from '../../../ui/icon/icon.tsx'
import { useRichText } from '../../editor-context.tsx'
import styles from '../../data-nodes/node.module.css'

export type ChipBoxProps = {
  label: string
  /** A few words of its content. */
  words?: string
  bad?: boolean
  /** Identifies the element, see partOfNode. */
  part?: PartOfNode
  selected?: boolean
  onSelect?: (event: MouseEvent) => void
  /** Shown at the end of the chip. */
  children?: ReactNode
}

/** An inline block in its line: the same whether the text is edited or only shown. */
export function ChipBox({
  label,
  words = '',
  bad = false,
  part,
  selected = false,
  onSelect,
  children,
}: ChipBoxProps) {
  const place = useOwnEvents<HTMLSpanElement>()
  return (
    <span
      ref={place}
      role="group"
      aria-label={label}
      {...partAttributes(part)}
      className={cx(styles['chip'], bad && styles['chip-bad'], selected && styles['selected'])}
    >
      {/* The keyboard selects it with the arrow keys of the text. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions */}
      <span className={styles['chip-label']} onClick={onSelect}>
        {label}
        {words !== '' && (
          <>
            {' '}
            <bdi className={styles['chip-words']}>{words}</bdi>
          </>
        )}
      </span>
      {children}
    </span>
  )
}

/** Returns the label of an inline block and the first words in it; '' if `block` is null. */
export function useChipWords(block: Block | null, data: JsonObject): { label: string; words: string } {
  const { label, valueWords } = useT()
  const types = useFieldTypes()
  if (block === null) return { label: '', words: '' }
  const words = rowLabel(types, block.fields, fieldsOf(data), {
    ...valueWords,
    nameOf: () => null,
  })
  return { label: label(block.labels.singular) || block.slug, words }
}

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
