import {
  $createHeadingNode,
  $createQuoteNode,
  $isHeadingNode,
  $isQuoteNode,
  HeadingNode,
  QuoteNode,
} from '@lexical/rich-text'
import { $setBlocksType } from '@lexical/selection'
import {
  $createParagraphNode,
  $getSelection,
  $isElementNode,
  $isParagraphNode,
  $isRangeSelection,
  $isRootOrShadowRoot,
} from 'lexical'
import type { ElementNode, LexicalEditor, LexicalNode } from 'lexical'
import { Heading1, Heading2, Heading3, Heading4, Heading5, Heading6, Pilcrow, TextQuote } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import type { HeadingTag } from '../../../../shared/fields/richText/rich-text-editor.ts'
import type { EditorFeature } from '../../feature.ts'

const ICONS: Readonly<Record<HeadingTag, LucideIcon>> = {
  h1: Heading1,
  h2: Heading2,
  h3: Heading3,
  h4: Heading4,
  h5: Heading5,
  h6: Heading6,
}

/** Returns the block around the caret, such as a paragraph or a heading; null if no text is selected. */
function $blockAtCaret(): LexicalNode | null {
  const selection = $getSelection()
  if (!$isRangeSelection(selection)) return null
  let node: LexicalNode | null = selection.anchor.getNode()
  while (node !== null && (!$isElementNode(node) || node.isInline())) node = node.getParent()
  return node !== null && $isRootOrShadowRoot(node) ? null : node
}

/** Turns the selected blocks into another type; their content and alignment stay. */
function become(editor: LexicalEditor, create: () => ElementNode): void {
  editor.update(() => {
    const selection = $getSelection()
    if ($isRangeSelection(selection)) $setBlocksType(selection, create)
  })
}

export const paragraph: EditorFeature = {
  name: 'paragraph',
  isOffered: ({ features }) => features.includes('paragraph'),
  commands: (_config, { t }) => [
    {
      id: 'block.paragraph',
      group: 'block',
      label: t('galley:rich-text.block.paragraph'),
      icon: Pilcrow,
      shortcut: 'Mod+Alt+0',
      words: ['p', 'text', 'normal'],
      places: ['toolbar', 'slash'],
      run: (editor) => become(editor, $createParagraphNode),
      $isActive: () => $isParagraphNode($blockAtCaret()),
    },
  ],
}

/** Headings of the sizes that the site offers; stored headings of other sizes stay unchanged. */
export const heading: EditorFeature = {
  name: 'heading',
  nodes: [HeadingNode],
  isOffered: ({ headings }) => headings.length > 0,
  commands: ({ headings }, { t }) =>
    headings.map((tag) => {
      const level = tag.slice(1)
      return {
        id: `block.${tag}`,
        group: 'block',
        label: t('galley:rich-text.block.heading', { level }),
        icon: ICONS[tag],
        shortcut: `Mod+Alt+${level}`,
        words: [tag, '#'.repeat(Number(level))],
        places: ['toolbar', 'slash'],
        run: (editor) => become(editor, () => $createHeadingNode(tag)),
        $isActive() {
          const block = $blockAtCaret()
          return $isHeadingNode(block) && block.getTag() === tag
        },
      }
    }),
}

export const quote: EditorFeature = {
  name: 'quote',
  nodes: [QuoteNode],
  isOffered: ({ features }) => features.includes('blockquote'),
  commands: (_config, { t }) => [
    {
      id: 'block.quote',
      group: 'block',
      label: t('galley:rich-text.block.quote'),
      icon: TextQuote,
      shortcut: 'Mod+Shift+B',
      words: ['blockquote', '>'],
      places: ['toolbar', 'slash'],
      run: (editor) => become(editor, $createQuoteNode),
      $isActive: () => $isQuoteNode($blockAtCaret()),
    },
  ],
}
