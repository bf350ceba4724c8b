import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext'
import { useLexicalEditable } from '@lexical/react/useLexicalEditable'
import type { NodeKey } from 'lexical'
import { X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { Block } from '../../../../shared/cms/schema-model.ts'
import { blockOfNode, blockTypeOf } from '../../../../shared/fields/richText/block-nodes.ts'
import { nodeId } from '../../../../shared/fields/richText/nodes.ts'
import type { JsonObject } from '../../../../shared/json.ts'
import { useT } from '../../../i18n/use-t.ts'
import { IconButton } from '../../../ui/icon-button/icon-button.tsx'
import { LOADERS, Shimmer } from '../../../ui/skeleton/skeleton.tsx'
import { forgetNew, isNew, removeNode } from '../../data-nodes/node-actions.ts'
import { NodeBox } from '../../data-nodes/node-box.tsx'
import { NodeFields, NodeFormProvider } from '../../data-nodes/node-fields.tsx'
import { NodeFrame } from '../../data-nodes/node-frame.tsx'
import { useFoundIn } from '../../data-nodes/use-lead.ts'
import { useNodeForm } from '../../data-nodes/use-node-form.ts'
import { useRichText, useRichTextIfAny } from '../../editor-context.tsx'
import { BlockHead, useBlockWords, useFolded } from './block-head.tsx'
import { BLOCK_ERRORS } from '../../../../shared/fields/richText/validate-nodes.ts'
import type { FormState } from '../../../form/form-state.ts'
import { useLeadInto } from '../../data-nodes/use-lead-into.ts'

type BlockCardProps = { nodeKey: NodeKey; data: JsonObject; cacheBuster: number }

/** A block in a text: a head that says what it is, and its fields below it. */
export function BlockCard({ nodeKey, data }: BlockCardProps) {
  const config = useRichTextIfAny()?.config ?? null
  if (config === null) return <Shimmer height={LOADERS.diffHeight} delay={LOADERS.renderDelay} />
  const block = blockOfNode(config, data)
  return block === null ? (
    <UnknownBlock nodeKey={nodeKey} type={blockTypeOf(data)} />
  ) : (
    <KnownBlock nodeKey={nodeKey} data={data} block={block} />
  )
}

/** A block that the site's editor does not have (S8.09). It is kept as it is, and can be removed. */
function UnknownBlock({ nodeKey, type }: { nodeKey: NodeKey; type: string }) {
  const { t } = useT()
  const [editor] = useLexicalComposerContext()
  const isEditable = useLexicalEditable()
  const words = t('galley:rich-text-blocks.notFound', { type })
  return (
    <NodeBox
      label={words}
      head={words}
      bad
      {...(isEditable && {
        end: (
          <IconButton
            icon={X}
            size="row"
            label={t('galley:rich-text-blocks.remove', { label: type })}
            onPress={() => removeNode(editor, nodeKey)}
          />
        ),
      })}
    />
  )
}

type KnownProps = { nodeKey: NodeKey; data: JsonObject; block: Block }

function KnownBlock({ nodeKey, data, block }: KnownProps) {
  const { path } = useRichText()
  const [editor] = useLexicalComposerContext()
  const form = useNodeForm(nodeKey, block.fields, block.schemaPath)
  const id = nodeId(data) ?? nodeKey
  const { folded, setFolded } = useFolded(path, id)
  const place = useRef<HTMLDivElement>(null)
  const { label, words } = useBlockWords(block, data)
  useNodeErrors(form, id, () => setFolded(false))
  useFoundIn(form, id, () => setFolded(false))
  useEffect(() => {
    if (isNew(editor, nodeKey)) focusFirst(place.current)
    forgetNew(editor, nodeKey)
  }, [editor, nodeKey])
  return (
    <NodeFormProvider form={form}>
      <NodeFrame
        nodeKey={nodeKey}
        label={words === '' ? label : `${label}: ${words}`}
        part={{ node: data, form }}
        open={!folded}
        head={<BlockHead form={form} block={block} data={data} folded={folded} onFold={setFolded} />}
      >
        <div ref={place} id={`${form.id}-body`}>
          <NodeFields form={form} />
        </div>
      </NodeFrame>
    </NodeFormProvider>
  )
}

/** Focuses the first control of a new block. */
function focusFirst(place: HTMLElement | null): void {
  const input = place?.querySelector<HTMLElement>('input, textarea, button, [contenteditable="true"]')
  input?.focus()
}

/**
 * Shows the errors of the document's check at a node's fields; revealing the text leads to the first one.
 * `id`: of the node in the text. `open`: unfolds it.
 */
function useNodeErrors(form: FormState, id: string, open: () => void): void {
  const { form: around, path } = useRichText()

  useEffect(() => {
    const check = (): void => {
      const { error } = around.getField(path)
      const isAboutNodes = error?.by === 'form' && error.error.key === BLOCK_ERRORS
      if (isAboutNodes && form.getForm().invalid.length === 0) form.validate()
    }
    check()
    return around.subscribeField(path, check)
  }, [form, around, path])

  useLeadInto(id, ({ path: inner }) => {
    open()
    form.validate()
    form.show(inner)
  })
}
