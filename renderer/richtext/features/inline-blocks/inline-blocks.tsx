import { DecoratorNode, createCommand } from 'lexical'
import type { NodeKey, SerializedLexicalNode, LexicalCommand } from 'lexical'
import type { JSX } from 'react'
import { SquareDashedText } from 'lucide-react'
import type { JsonObject } from '../../../../shared/json.ts'
import { dataOf } from '../../data-nodes/data-node.ts'
import { InlineBlockChip } from './inline-block-chip.tsx'
import { InsertBlocks } from '../../data-nodes/insert-blocks.tsx'
import { insertInLine } from '../../data-nodes/node-actions.ts'
import type { EditorFeature } from '../../feature.ts'

/** A block of the site within a line of text. Its fields are edited in a drawer. */
class InlineBlockNode extends DecoratorNode<JSX.Element> {
  __data: JsonObject
  __cacheBuster: number

  constructor(data: JsonObject = {}, key?: NodeKey) {
    super(key)
    this.__data = data
    this.__cacheBuster = 0
  }

  static override getType(): string {
    return 'inlineBlock'
  }

  static override clone(node: InlineBlockNode): InlineBlockNode {
    return new InlineBlockNode(node.__data, node.__key)
  }

  static override importJSON(json: SerializedLexicalNode): InlineBlockNode {
    return new InlineBlockNode(dataOf(json))
  }

  override afterCloneFrom(before: this): void {
    super.afterCloneFrom(before)
    this.__data = before.__data
    this.__cacheBuster = before.__cacheBuster
  }

  override exportJSON(): SerializedLexicalNode {
    return { ...this.getData(), type: 'inlineBlock', version: 1 }
  }

  override createDOM(): HTMLElement {
    return document.createElement('span')
  }

  override updateDOM(): false {
    return false
  }

  override isInline(): true {
    return true
  }

  override getTextContent(): string {
    return ''
  }

  copyWith(data: JsonObject): InlineBlockNode {
    return new InlineBlockNode(data)
  }

  getData(): JsonObject {
    return this.getLatest().__data
  }

  getCacheBuster(): number {
    return this.getLatest().__cacheBuster
  }

  setData(data: JsonObject, { ownForm = false }: { ownForm?: boolean } = {}): void {
    const node = this.getWritable()
    node.__data = data
    if (!ownForm) node.__cacheBuster += 1
  }

  override decorate(): JSX.Element {
    return (
      <InlineBlockChip nodeKey={this.getKey()} data={this.getData()} cacheBuster={this.getCacheBuster()} />
    )
  }
}

/** Inserts an inline block of the site at the caret. Payload: the slug of the block. */
const INSERT_INLINE_BLOCK: LexicalCommand<string> = createCommand('galley-insert-inline-block')

export const inlineBlocks: EditorFeature = {
  name: 'inline-blocks',
  nodes: [InlineBlockNode],
  isOffered: (config) => config.inlineBlocks.length > 0,
  Beside: () => (
    <InsertBlocks
      command={INSERT_INLINE_BLOCK}
      kind="inlineBlocks"
      insert={(editor, fields) =>
        insertInLine(editor, () => new InlineBlockNode({ type: 'inlineBlock', version: 1, fields }))
      }
    />
  ),
  commands: (config, { label }) =>
    config.inlineBlocks.map((block) => ({
      id: `insert.inlineBlock.${block.slug}`,
      group: 'insert',
      label: label(block.labels.singular) || block.slug,
      icon: SquareDashedText,
      words: [block.slug],
      places: ['toolbar', 'slash'],
      run: (editor) => void editor.dispatchCommand(INSERT_INLINE_BLOCK, block.slug),
    })),
}
