import { $findMatchingParent, $handleIndentAndOutdent } from '@lexical/utils'
import {
  $createTextNode,
  $getSelection,
  $hasUpdateTag,
  $isElementNode,
  $isRangeSelection,
  COMMAND_PRIORITY_LOW,
  INDENT_CONTENT_COMMAND,
  mergeRegister,
  OUTDENT_CONTENT_COMMAND,
  TabNode,
} from 'lexical'
import type { ElementNode, LexicalNode } from 'lexical'
import { IndentDecrease, IndentIncrease } from 'lucide-react'
import { MOST_INDENT } from '../../../../shared/fields/richText/shown.ts'
import type { RichTextEditor } from '../../../../shared/cms/schema-model.ts'
import type { EditorFeature } from '../../feature.ts'
import { FROM_FORM_TAG } from '../../binding/editor-binding.ts'

const isOffered = ({ features }: RichTextEditor): boolean => features.includes('indent')

/** Indentation of blocks. The handlers of lists have a higher priority, since lists indent by nesting. */
export const indent: EditorFeature = {
  name: 'indent',
  isOffered,
  register(editor, config) {
    const mayIndent = (block: ElementNode): boolean => !config.neverIndented.includes(block.getType())
    const by = (levels: number) => (): boolean =>
      !isOffered(config) ||
      $handleIndentAndOutdent((block) => {
        if (levels < 0 || mayIndent(block))
          $setIndent(block, Math.min(MOST_INDENT, Math.max(0, block.getIndent() + levels)))
      })
    return mergeRegister(
      editor.registerCommand(INDENT_CONTENT_COMMAND, by(1), COMMAND_PRIORITY_LOW),
      editor.registerCommand(OUTDENT_CONTENT_COMMAND, by(-1), COMMAND_PRIORITY_LOW),
      // Stored tabs stay; a typed or pasted tab becomes a space.
      config.tabs ? () => undefined : editor.registerNodeTransform(TabNode, $withoutTab),
    )
  },
  commands: ({ neverIndented }, { t }) => [
    {
      id: 'indent.decrease',
      group: 'indent',
      label: t('galley:rich-text.indent.decrease'),
      icon: IndentDecrease,
      shortcut: 'Mod+[',
      places: ['toolbar'],
      run: (editor) => void editor.dispatchCommand(OUTDENT_CONTENT_COMMAND, undefined),
      $isEnabled: () => $isAnyBlock((block) => block.getIndent() > 0),
    },
    {
      id: 'indent.increase',
      group: 'indent',
      label: t('galley:rich-text.indent.increase'),
      icon: IndentIncrease,
      shortcut: 'Mod+]',
      places: ['toolbar'],
      run: (editor) => void editor.dispatchCommand(INDENT_CONTENT_COMMAND, undefined),
      $isEnabled: () =>
        $isAnyBlock((block) => block.getIndent() < MOST_INDENT && !neverIndented.includes(block.getType())),
    },
  ],
}

function $withoutTab(tab: TabNode): void {
  if (!$hasUpdateTag(FROM_FORM_TAG)) tab.replace($createTextNode(' '))
}

/**
 * Sets the indentation of a block in whole levels; fractions are cut (S5.24).
 * @throws Error for a negative level
 */
export function $setIndent(block: ElementNode, level: number): void {
  if (!(level >= 0)) throw new Error('Indent value must be non-negative.')
  block.setIndent(Math.floor(level))
}

function $isAnyBlock(fits: (block: ElementNode) => boolean): boolean {
  const selection = $getSelection()
  if (!$isRangeSelection(selection)) return false
  const isFitting = (node: LexicalNode): boolean => $isElementNode(node) && node.canIndent() && fits(node)
  return selection.getNodes().some((node) => $findMatchingParent(node, isFitting) !== null)
}
