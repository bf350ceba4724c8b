import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext'
import { useLexicalEditable } from '@lexical/react/useLexicalEditable'
import type { NodeKey } from 'lexical'
import { ChevronDown, ChevronUp, CircleAlert, X } from 'lucide-react'
import { useEffect, useRef, type ReactNode } from 'react'
import type { Block } from '../../../../shared/cms/schema-model.ts'
import { rowLabel } from '../../../../shared/document/row-label.ts'
import { blockOfNode, blockTypeOf } from '../../../../shared/fields/richText/block-nodes.ts'
import { fieldsOf, nodeId } from '../../../../shared/fields/richText/nodes.ts'
import type { Json, JsonObject } from '../../../../shared/json.ts'
import { useFieldTypes } from '../../../data/field-types-context.ts'
import { useField, useStateOf, useViewState } from '../../../form/form-context.tsx'
import { useT } from '../../../i18n/use-t.ts'
import { cx } from '../../../ui/class-names.ts'
import { IconButton } from '../../../ui/icon-button/icon-button.tsx'
import { Pill } from '../../../ui/pill/pill.tsx'
import { LOADERS, Shimmer } from '../../../ui/skeleton/shimmer.tsx'
import { forgetNew, isNew, removeNode } from '../../data-nodes/node-actions.ts'
import { NodeFields, NodeFormProvider } from '../../data-nodes/node-fields.tsx'
import { NodeFrame } from '../../data-nodes/node-frame.tsx'
import { useOwnEvents } from '../../data-nodes/own-events.ts'
import { useNodeErrors } from '../../data-nodes/use-node-errors.ts'
import { useNodeForm } from '../../data-nodes/use-node-form.ts'
import styles from '../../data-nodes/node.module.css'
import { useRichText, useRichTextIfAny } from '../../editor-context.tsx'

type BlockCardProps = { nodeKey: NodeKey; data: JsonObject; cacheBuster: number }

/** A block in a text: a head that says what it is, and its fields below it. */
export function BlockCard({ nodeKey, data }: BlockCardProps) {
  const config = useRichTextIfAny()?.config ?? null
  if (config === null) return <Shimmer delay={LOADERS.renderDelay} />
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
  const place = useOwnEvents<HTMLDivElement>()
  const words = t('galley:richTextBlocks.notFound', { type })
  return (
    <div ref={place} role="group" aria-label={words} className={cx(styles['card'], styles['card-bad'])}>
      <div className={styles['head']}>
        <span className={styles['about']}>{words}</span>
        {isEditable && (
          <div className={styles['tools']}>
            <IconButton
              icon={X}
              size="row"
              label={t('galley:richTextBlocks.remove', { label: type })}
              onPress={() => removeNode(editor, nodeKey)}
            />
          </div>
        )}
      </div>
    </div>
  )
}

type KnownProps = { nodeKey: NodeKey; data: JsonObject; block: Block }

function KnownBlock({ nodeKey, data, block }: KnownProps) {
  const { t, label, formatDate } = useT()
  const [editor] = useLexicalComposerContext()
  const { path } = useRichText()
  const types = useFieldTypes()
  const form = useNodeForm(nodeKey, block.fields, block.schemaPath)
  const id = nodeId(data) ?? nodeKey
  const [folded, setFolded] = useViewState<boolean>(`${path} block ${id}`, false, isBoolean)
  const place = useRef<HTMLDivElement>(null)
  const errors = useStateOf(form, ({ invalid }) => invalid).length
  const name = label(block.labels.singular) || block.slug
  useNodeErrors(form, id, () => setFolded(false))
  useEffect(() => {
    if (isNew(editor, nodeKey)) focusFirst(place.current)
    forgetNew(editor, nodeKey)
  }, [editor, nodeKey])
  const words = rowLabel(types, block.fields, fieldsOf(data), {
    label,
    formatDate: (iso) => formatDate(iso),
    nameOf: () => null,
  })
  const bodyId = `${form.id}-body`
  return (
    <NodeFormProvider form={form}>
      <NodeFrame
        nodeKey={nodeKey}
        label={words === '' ? name : `${name}: ${words}`}
        open={!folded}
        head={
          <>
            <IconButton
              icon={folded ? ChevronDown : ChevronUp}
              size="row"
              label={t(folded ? 'galley:richTextBlocks.unfold' : 'galley:richTextBlocks.fold', {
                label: name,
              })}
              expanded={!folded}
              {...(!folded && { controls: bodyId })}
              onPress={() => setFolded(!folded)}
            />
            <Pill>{name}</Pill>
            <BlockWords block={block} name={name} words={words} />
            {errors > 0 && (
              <Pill tone="bad" icon={CircleAlert}>
                {t('galley:app.errorCount', { count: errors })}
              </Pill>
            )}
          </>
        }
      >
        {!folded && (
          <div ref={place} id={bodyId}>
            <NodeFields form={form} />
          </div>
        )}
      </NodeFrame>
    </NodeFormProvider>
  )
}

/** The name that the block was given, to be typed; else what is read in it. */
function BlockWords({ block, name, words }: { block: Block; name: string; words: string }): ReactNode {
  const { t } = useT()
  const isEditable = useLexicalEditable()
  const control = useField('blockName')
  if (!block.hasBlockName || !isEditable) return <bdi className={styles['words']}>{words}</bdi>
  return (
    <input
      aria-label={t('galley:richTextBlocks.name', { label: name })}
      placeholder={words || t('galley:richTextBlocks.namePlaceholder')}
      value={typeof control.value === 'string' ? control.value : ''}
      autoComplete="off"
      spellCheck={false}
      dir="auto"
      className={styles['name']}
      onChange={(event) => control.setValue(event.currentTarget.value, { typing: true })}
      onBlur={control.onBlur}
    />
  )
}

/** A new block is there to be filled in. */
function focusFirst(place: HTMLElement | null): void {
  const input = place?.querySelector<HTMLElement>('input, textarea, button, [contenteditable="true"]')
  input?.focus()
}

const isBoolean = (value: Json): value is boolean => typeof value === 'boolean'
