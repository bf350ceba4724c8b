import { Ellipsis } from 'lucide-react'
import type { Block } from '../../../../shared/cms/schema-model.ts'
import { blockOfNode, blockTypeOf } from '../../../../shared/fields/richText/block-nodes.ts'
import { nodeId } from '../../../../shared/fields/richText/nodes.ts'
import type { JsonObject } from '../../../../shared/json.ts'
import { useT } from '../../../i18n/use-t.ts'
import { IconButton } from '../../../ui/icon-button/icon-button.tsx'
import { NodeBox } from '../../data-nodes/node-box.tsx'
import { NodeFields, NodeFormProvider } from '../../data-nodes/node-fields.tsx'
import { useFoundIn } from '../../data-nodes/use-lead.ts'
import { useShownForm } from '../../data-nodes/use-node-form.ts'
import { useRichText } from '../../editor-context.tsx'
import { BlockHead, useBlockWords, useFolded } from './block-head.tsx'

/** A block in a static text, drawn like in the editor, so that nothing moves when that opens. */
export function StaticBlock({ node }: { node: JsonObject }) {
  const { t } = useT()
  const { config } = useRichText()
  const block = blockOfNode(config, node)
  if (block !== null) return <Known node={node} block={block} />
  const words = t('galley:rich-text-blocks.notFound', { type: blockTypeOf(node) })
  return <NodeBox label={words} head={words} bad />
}

function Known({ node, block }: { node: JsonObject; block: Block }) {
  const { t } = useT()
  const { path, readOnly } = useRichText()
  const form = useShownForm(block.fields, block.schemaPath, node)
  const { folded, setFolded } = useFolded(path, nodeId(node) ?? '')
  const { label, words } = useBlockWords(block, node)
  useFoundIn(form, nodeId(node), () => setFolded(false))
  return (
    // A click on a control opens the editor first; in a read-only text the fields are readable.
    <div inert={!readOnly}>
      <NodeFormProvider form={form}>
        <NodeBox
          label={words === '' ? label : `${label}: ${words}`}
          part={{ node, form }}
          open={!folded}
          head={<BlockHead form={form} block={block} data={node} folded={folded} onFold={setFolded} />}
          {...(!readOnly && {
            end: (
              <IconButton
                icon={Ellipsis}
                size="row"
                label={t('galley:rich-text-blocks.actions', { label })}
                onPress={() => undefined}
              />
            ),
          })}
        >
          <div id={`${form.id}-body`}>
            <NodeFields form={form} />
          </div>
        </NodeBox>
      </NodeFormProvider>
    </div>
  )
}
