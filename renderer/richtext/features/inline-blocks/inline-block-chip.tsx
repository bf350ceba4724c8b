import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext'
import { useLexicalEditable } from '@lexical/react/useLexicalEditable'
import { useLexicalNodeSelection } from '@lexical/react/useLexicalNodeSelection'
import type { NodeKey } from 'lexical'
import { Pencil, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Block } from '../../../../shared/cms/schema-model.ts'
import {
  blockOfNode,
  blockTypeOf,
  opensWhenNew,
  withBlockFields,
} from '../../../../shared/fields/richText/block-nodes.ts'
import { fieldsOf, nodeId } from '../../../../shared/fields/richText/nodes.ts'
import type { JsonObject } from '../../../../shared/json.ts'
import { useT } from '../../../i18n/use-t.ts'
import { IconButton } from '../../../ui/icon-button/icon-button.tsx'
import { LOADERS, Shimmer } from '../../../ui/skeleton/skeleton.tsx'
import { editData } from '../../data-nodes/data-node.ts'
import { forgetNew, isNew, removeNode } from '../../data-nodes/node-actions.ts'
import { NodeDrawer } from '../../data-nodes/node-drawer.tsx'
import styles from '../../data-nodes/node.module.css'
import { useLeadInto } from '../../data-nodes/use-lead-into.ts'
import { useRichTextIfAny } from '../../editor-context.tsx'
import { ChipBox, useChipWords, type ChipBoxProps } from './chip-box.tsx'

type ChipProps = { nodeKey: NodeKey; data: JsonObject; cacheBuster: number }

/** An inline block in its line, with buttons to edit and remove it in an editable text (S4.28). */
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
    <Chip nodeKey={nodeKey} label={t('galley:rich-text-blocks.notFound', { type })} bad>
      <RemoveButton nodeKey={nodeKey} label={type} />
    </Chip>
  )
}

function KnownChip({ nodeKey, data, cacheBuster, block }: ChipProps & { block: Block }) {
  const { t } = useT()
  const [editor] = useLexicalComposerContext()
  // The drawer opens by itself only for a new block (S4.29).
  const [drawer, setDrawer] = useState<'new' | 'edit' | null>(() =>
    isNew(editor, nodeKey) && opensWhenNew(block) ? 'new' : null,
  )
  const [lead, setLead] = useState<{ path: string } | null>(null)
  useLeadInto(nodeId(data), (place) => {
    setDrawer('edit')
    setLead(place)
  })
  const { label: name, words } = useChipWords(block, data)
  useEffect(() => forgetNew(editor, nodeKey), [editor, nodeKey])
  return (
    <Chip nodeKey={nodeKey} label={name} words={words} part={{ node: data }}>
      <IconButton
        icon={Pencil}
        size="row"
        label={t('galley:rich-text-blocks.edit', { label: name })}
        onPress={() => setDrawer('edit')}
      />
      <RemoveButton nodeKey={nodeKey} label={name} />
      {drawer !== null && (
        <NodeDrawer
          title={
            drawer === 'new'
              ? t('galley:rich-text-blocks.create', { label: name })
              : t('galley:rich-text-blocks.edit', { label: name })
          }
          id={nodeId(data) ?? nodeKey}
          fields={block.fields}
          schemaPath={block.schemaPath}
          data={fieldsOf(data)}
          cacheBuster={cacheBuster}
          lead={lead}
          onSave={(fields) => editData(editor, nodeKey, (node) => withBlockFields(node, fields))}
          onClose={() => {
            setDrawer(null)
            setLead(null)
          }}
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
      label={t('galley:rich-text-blocks.remove', { label })}
      onPress={() => removeNode(editor, nodeKey)}
    />
  )
}

type InChipProps = Pick<ChipBoxProps, 'label' | 'words' | 'bad' | 'part' | 'children'> & { nodeKey: NodeKey }

function Chip({ nodeKey, children, ...box }: InChipProps) {
  const isEditable = useLexicalEditable()
  const [isSelected, setSelected, clear] = useLexicalNodeSelection(nodeKey)
  const select = () => {
    clear()
    setSelected(true)
  }
  return (
    <ChipBox {...box} selected={isSelected} onSelect={select}>
      {isEditable && <span className={styles['chip-tools']}>{children}</span>}
    </ChipBox>
  )
}
