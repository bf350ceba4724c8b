import {
  $findMatchingParent,
  $getSelection,
  $isElementNode,
  $isRangeSelection,
  $isTextNode,
  COMMAND_PRIORITY_HIGH,
  FORMAT_TEXT_COMMAND,
  INSERT_PARAGRAPH_COMMAND,
  mergeRegister,
  SET_TEXT_FORMAT_COMMAND,
} from 'lexical'
import type { ElementNode, LexicalNode, TextFormatType } from 'lexical'
import { Bold, Code, Italic, Strikethrough, Subscript, Superscript, Underline } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import type { RichTextEditor } from '../../../../shared/cms/schema-model.ts'
import type { Feature } from '../../../../shared/fields/richText/rich-text-editor.ts'
import type { Shortcut } from '../../../ui/key-cap/shortcut.ts'
import type { EditorFeature } from '../../feature.ts'

type Format = {
  feature: Feature
  format: TextFormatType
  icon: LucideIcon
  shortcut?: Shortcut
  words: string[]
}

const FORMATS: readonly Format[] = [
  { feature: 'bold', format: 'bold', icon: Bold, shortcut: 'Mod+B', words: ['strong'] },
  { feature: 'italic', format: 'italic', icon: Italic, shortcut: 'Mod+I', words: ['emphasis'] },
  { feature: 'underline', format: 'underline', icon: Underline, shortcut: 'Mod+U', words: [] },
  {
    feature: 'strikethrough',
    format: 'strikethrough',
    icon: Strikethrough,
    shortcut: 'Mod+Shift+X',
    words: [],
  },
  { feature: 'subscript', format: 'subscript', icon: Subscript, words: ['sub'] },
  { feature: 'superscript', format: 'superscript', icon: Superscript, words: ['sup'] },
  { feature: 'inlineCode', format: 'code', icon: Code, shortcut: 'Mod+E', words: ['mono'] },
]

const offeredIn = (config: RichTextEditor): Format[] =>
  FORMATS.filter(({ feature }) => config.features.includes(feature))

/**
 * Ends the code format behind the last word of a block, so that Enter begins a line without it. Returns
 * false, since another handler inserts the line.
 */
function $leaveCode(): false {
  const selection = $getSelection()
  if (!$isRangeSelection(selection) || !selection.isCollapsed() || !selection.hasFormat('code')) return false
  const { anchor } = selection
  const node = anchor.getNode()
  const block = $findMatchingParent(node, $isBlock)
  const isLast = node.is(block) || block?.getLastDescendant()?.is(node) === true
  const isAtEnd = isLast && (!$isTextNode(node) || anchor.offset === node.getTextContentSize())
  if (isAtEnd) selection.toggleFormat('code')
  return false
}

const $isBlock = (node: LexicalNode): node is ElementNode => $isElementNode(node) && !node.isInline()

/**
 * Bold, italic and the other formats of text. A format that the site does not offer is refused, also from
 * Lexical's own shortcuts.
 */
export const textFormat: EditorFeature = {
  name: 'textFormat',
  isOffered: (config) => offeredIn(config).length > 0,
  register(editor, config) {
    const offered = new Set<TextFormatType>(offeredIn(config).map(({ format }) => format))
    return mergeRegister(
      editor.registerCommand(FORMAT_TEXT_COMMAND, (format) => !offered.has(format), COMMAND_PRIORITY_HIGH),
      editor.registerCommand(
        SET_TEXT_FORMAT_COMMAND,
        (formats) =>
          Object.entries(formats).some(
            ([format, isOn]) =>
              isOn && !FORMATS.some((one) => one.format === format && offered.has(one.format)),
          ),
        COMMAND_PRIORITY_HIGH,
      ),
      editor.registerCommand(INSERT_PARAGRAPH_COMMAND, $leaveCode, COMMAND_PRIORITY_HIGH),
    )
  },
  commands: (config, { t }) =>
    offeredIn(config).map(({ format, icon, shortcut, words }) => ({
      id: `format.${format}`,
      group: 'format',
      label: t(`galley:rich-text.format.${format}`),
      icon,
      ...(shortcut !== undefined && { shortcut }),
      words,
      places: ['toolbar', 'floating'],
      run: (editor) => void editor.dispatchCommand(FORMAT_TEXT_COMMAND, format),
      $isActive() {
        const selection = $getSelection()
        return $isRangeSelection(selection) && selection.hasFormat(format)
      },
    })),
}
