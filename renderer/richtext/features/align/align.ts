import {
  $getSelection,
  $isElementNode,
  $isRangeSelection,
  COMMAND_PRIORITY_HIGH,
  FORMAT_ELEMENT_COMMAND,
} from 'lexical'
import type { ElementFormatType, LexicalNode } from 'lexical'
import { AlignCenter, AlignJustify, AlignLeft, AlignRight } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import type { RichTextEditor } from '../../../../shared/cms/schema-model.ts'
import type { Shortcut } from '../../../ui/key-cap/shortcut.ts'
import type { EditorFeature } from '../../feature.ts'

const ALIGNS = [
  ['left', AlignLeft, 'Mod+Alt+Shift+L'],
  ['center', AlignCenter, 'Mod+Alt+Shift+E'],
  ['right', AlignRight, 'Mod+Alt+Shift+R'],
  ['justify', AlignJustify, 'Mod+Alt+Shift+J'],
] as const satisfies readonly (readonly [ElementFormatType, LucideIcon, Shortcut])[]

const isOffered = ({ features }: RichTextEditor): boolean => features.includes('align')

export const align: EditorFeature = {
  name: 'align',
  isOffered,
  register: (editor, config) =>
    editor.registerCommand(FORMAT_ELEMENT_COMMAND, () => !isOffered(config), COMMAND_PRIORITY_HIGH),
  commands: (_config, { t }) =>
    ALIGNS.map(([format, icon, shortcut]) => ({
      id: `align.${format}`,
      group: 'align',
      label: t(`galley:rich-text.align.${format}`),
      icon,
      shortcut,
      places: ['toolbar', 'slash'],
      run: (editor) => void editor.dispatchCommand(FORMAT_ELEMENT_COMMAND, format),
      $isActive: () => $alignAtCaret() === format,
    })),
}

function $alignAtCaret(): ElementFormatType | null {
  const selection = $getSelection()
  if (!$isRangeSelection(selection)) return null
  let node: LexicalNode | null = selection.anchor.getNode()
  while (node !== null && (!$isElementNode(node) || node.isInline())) node = node.getParent()
  return node === null ? null : node.getFormatType()
}
