import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext'
import { useLexicalEditable } from '@lexical/react/useLexicalEditable'
import { useLexicalNodeSelection } from '@lexical/react/useLexicalNodeSelection'
import type { NodeKey } from 'lexical'
import { Pencil, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Block } from '../../../../shared/cms/schema-model.ts'
import { rowLabel } from '../../../../shared/document/row-label.ts'
import {
  blockOfNode,
  blockTypeOf,
  opensWhenNew,
  withBlockFields,
} from '../../../../shared/fields/richText/block-nodes.ts'
import { fieldsOf } from '../../../../shared/fields/richText/nodes.ts'
import type { JsonObject } from '../../../../shared/json.ts'
import { useFieldTypes } from '../../../data/field-types-context.ts'
import { useT } from '../../../i18n/use-t.ts'
import { cx } from '../../../ui/class-names.ts'
import { IconButton } from '../../../ui/icon-button/icon-button.tsx'
import { LOADERS, Shimmer } from '../../../ui/skeleton/shimmer.tsx'
import { editData } from '../../data-nodes/data-node.ts'
import { forgetNew, isNew, removeNode } from '../../data-nodes/node-actions.ts'
import { NodeDrawer } from '../../data-nodes/node-drawer.tsx'
import { useOwnEvents } from '../../data-nodes/own-events.ts'
import styles from '../../data-nodes/node.module.css'
import { useRichTextIfAny } from '../../editor-context.tsx'

type ChipProps = { nodeKey: NodeKey; data: JsonObject; cacheBuster: number }

/** An inline block in its line: what it is, and where the text can be edited, what can be done with it (S4.28). */
export function InlineBlockChip({ nodeKey, data, cacheBuster }: ChipProps) {
  const config = useRichTextIfAny()?.config ?? null
  const { height, width } = LOADERS.inlineBlock
  if (config === null) return <Shimmer inline height={height} width={width} />
  const block = blockOfNode(config, data)
  return block === null ? (
    <UnknownChip nodeKey={nodeKey} type={blockTypeOf(data)} />
  ) : (
    <KnownChip nodeKey={nodeKey} data={data} cacheBuster={cacheBuster} block={block} />
  )
}

/** A block that the site's editor does not have (S4.30, S8.09). It is kept as it is, and can be removed. */
function UnknownChip({ nodeKey, type }: { nodeKey: NodeKey; type: string }) {
  const { t } = useT()
  return (
    <Chip nodeKey={nodeKey} label={t('galley:richTextBlocks.notFound', { type })} bad>
      <RemoveButton nodeKey={nodeKey} label={type} />
    </Chip>
  )
}

function KnownChip({ nodeKey, data, cacheBuster, block }: ChipProps & { block: Block }) {
  const { t, label, formatDate } = useT()
  const [editor] = useLexicalComposerContext()
  const types = useFieldTypes()
  // One that was there before never opens by itself (S4.29).
  const [drawer, setDrawer] = useState<'new' | 'edit' | null>(() =>
    isNew(editor, nodeKey) && opensWhenNew(block) ? 'new' : null,
  )
  const name = label(block.labels.singular) || block.slug
  useEffect(() => forgetNew(editor, nodeKey), [editor, nodeKey])
  const words = rowLabel(types, block.fields, fieldsOf(data), {
    label,
    formatDate: (iso) => formatDate(iso),
    nameOf: () => null,
  })
  return (
    <Chip nodeKey={nodeKey} label={name} words={words}>
      <IconButton
        icon={Pencil}
        size="row"
        label={t('galley:richTextBlocks.edit', { label: name })}
        onPress={() => setDrawer('edit')}
      />
      <RemoveButton nodeKey={nodeKey} label={name} />
      {drawer !== null && (
        <NodeDrawer
          title={
            drawer === 'new'
              ? t('galley:richTextBlocks.create', { label: name })
              : t('galley:richTextBlocks.edit', { label: name })
          }
          fields={block.fields}
          schemaPath={block.schemaPath}
          data={fieldsOf(data)}
          cacheBuster={cacheBuster}
          onSave={(fields) => editData(editor, nodeKey, (node) => withBlockFields(node, fields))}
          onClose={() => setDrawer(null)}
        />
      )}
    </Chip>
  )
}

function RemoveButton({ nodeKey, label }: { nodeKey: NodeKey; label: string }) {
  const { t } = useT()
  const [editor] = useLexicalComposerContext()
  return (
    <IconButton
      icon={X}
      size="row"
      label={t('galley:richTextBlocks.remove', { label })}
      onPress={() => removeNode(editor, nodeKey)}
    />
  )
}

type ChipBoxProps = {
  nodeKey: NodeKey
  label: string
  /** What is in it, in a few words. */
  words?: string
  bad?: boolean
  children: React.ReactNode
}

function Chip({ nodeKey, label, words = '', bad = false, children }: ChipBoxProps) {
  const isEditable = useLexicalEditable()
  const [isSelected, setSelected, clear] = useLexicalNodeSelection(nodeKey)
  const place = useOwnEvents<HTMLSpanElement>()
  return (
    <span
      ref={place}
      role="group"
      aria-label={label}
      className={cx(styles['chip'], bad && styles['chip-bad'], isSelected && styles['selected'])}
    >
      {/* The keyboard selects it with the arrow keys of the text. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions */}
      <span
        className={styles['chip-label']}
        onClick={() => {
          clear()
          setSelected(true)
        }}
      >
        {label}
        {words !== '' && (
          <>
            {' '}
            <bdi className={styles['chip-words']}>{words}</bdi>
          </>
        )}
      </span>
      {isEditable && <span className={styles['chip-tools']}>{children}</span>}
    </span>
  )
}
