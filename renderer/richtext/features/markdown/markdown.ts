import { $createHorizontalRuleNode, HorizontalRuleNode } from '@lexical/extension'
import { $createListItemNode, $createListNode, $isListNode, ListItemNode, ListNode } from '@lexical/list'
import type { ListType } from '@lexical/list'
import {
  BOLD_ITALIC_STAR,
  BOLD_ITALIC_UNDERSCORE,
  BOLD_STAR,
  BOLD_UNDERSCORE,
  INLINE_CODE,
  ITALIC_STAR,
  ITALIC_UNDERSCORE,
  registerMarkdownShortcuts,
  STRIKETHROUGH,
} from '@lexical/markdown'
import type { ElementTransformer, TextMatchTransformer, Transformer } from '@lexical/markdown'
import {
  $createHeadingNode,
  $createQuoteNode,
  $isHeadingNode,
  HeadingNode,
  QuoteNode,
} from '@lexical/rich-text'
import { $createTextNode, $isParagraphNode } from 'lexical'
import type { ElementNode, Klass, LexicalNode } from 'lexical'
import type { RichTextEditor } from '../../../../shared/cms/schema-model.ts'
import { levelOfSpaces, MARKDOWN_STARTS } from '../../../../shared/fields/richText/markdown-lines.ts'
import { HEADINGS } from '../../../../shared/fields/richText/rich-text-editor.ts'
import type { Feature } from '../../../../shared/fields/richText/rich-text-editor.ts'
import type { EditorFeature } from '../../feature.ts'
import { completeAddress } from '../../../../shared/fields/richText/addresses.ts'
import { $createLinkNode, addressFields, LinkNode } from '../links/link-node.ts'
import { $appendAll } from '../../append-all.ts'

/** Turns typed Markdown into nodes that the site's editor offers; undo gives the typed text back. */
export const markdown: EditorFeature = {
  name: 'markdown',
  register: (editor, config) => registerMarkdownShortcuts(editor, transformersOf(config)),
}

function transformersOf({ features, headings, link: links }: RichTextEditor): Transformer[] {
  const has = (feature: Feature): boolean => features.includes(feature)
  const all: (readonly [boolean, ...Transformer[]])[] = [
    [
      headings.length > 0,
      block(MARKDOWN_STARTS.heading, [HeadingNode], ([, signs = '']) => {
        const tag = HEADINGS[signs.length - 1]
        return tag !== undefined && headings.includes(tag) ? $createHeadingNode(tag) : null
      }),
    ],
    [has('blockquote'), block(MARKDOWN_STARTS.quote, [QuoteNode], () => $createQuoteNode())],
    [has('horizontalRule'), rule],
    [has('checklist'), list('check')],
    [has('unorderedList'), list('bullet')],
    [has('orderedList'), list('number')],
    // The longest marks first: `***` is neither `**` nor `*`.
    [has('bold') && has('italic'), BOLD_ITALIC_STAR, BOLD_ITALIC_UNDERSCORE],
    [has('bold'), BOLD_STAR, BOLD_UNDERSCORE],
    [has('italic'), ITALIC_STAR, ITALIC_UNDERSCORE],
    [has('strikethrough'), STRIKETHROUGH],
    [has('inlineCode'), INLINE_CODE],
    [links !== null, link],
  ]
  return all.flatMap(([isOffered, ...transformers]) => (isOffered ? transformers : []))
}

/** A Markdown start of a block; only a paragraph or a heading is replaced. It exports nothing. */
function element(
  regExp: RegExp,
  dependencies: Klass<LexicalNode>[],
  $replace: (parent: ElementNode, children: LexicalNode[], match: string[]) => boolean,
): ElementTransformer {
  return {
    type: 'element',
    regExp,
    dependencies,
    export: () => null,
    replace: (parent, children, match) =>
      $isParagraphNode(parent) || $isHeadingNode(parent) ? $replace(parent, children, match) : false,
  }
}

function block(
  regExp: RegExp,
  dependencies: Klass<LexicalNode>[],
  $create: (match: string[]) => ElementNode | null,
): ElementTransformer {
  return element(regExp, dependencies, (parent, children, match) => {
    const made = $create(match)
    if (made === null) return false
    made.setFormat(parent.getFormatType()).setIndent(parent.getIndent())
    $appendAll(made, children)
    parent.replace(made)
    made.select(0, 0)
    return true
  })
}

const rule: ElementTransformer = {
  ...element(MARKDOWN_STARTS.rule, [HorizontalRuleNode], (parent, children) => {
    const line = $createHorizontalRuleNode()
    const hasPlaceBehind = children.length === 0 && parent.getNextSibling() !== null
    // The next typed words need a paragraph, and nodes behind the caret keep theirs.
    if (hasPlaceBehind) parent.replace(line)
    else parent.insertBefore(line)
    line.selectNext(0, 0)
    return true
  }),
  triggerOnEnter: true,
}

function list(type: ListType): ElementTransformer {
  return element(MARKDOWN_STARTS[type], [ListNode, ListItemNode], (parent, children, match) => {
    if (!$isParagraphNode(parent)) return false
    const item = $createListItemNode(type === 'check' ? match[2]?.toLowerCase() === 'x' : undefined)
    $appendAll(item, children)
    const before = parent.getPreviousSibling()
    if ($isListNode(before) && before.getListType() === type) {
      before.append(item)
      parent.remove()
    } else {
      const made = $createListNode(type, type === 'number' ? Number(match[2]) : 1)
      made.append(item)
      parent.replace(made)
    }
    item.setIndent(levelOfSpaces(match[1] ?? ''))
    item.select(0, 0)
    return true
  })
}

/** `[words](address)`; one that nobody could open stays as it was typed. */
const link: TextMatchTransformer = {
  type: 'text-match',
  trigger: ')',
  regExp: /(?<!!)\[([^[\]]+)\]\(([^()\s]+)\)$/,
  dependencies: [LinkNode],
  replace(node, [, words = '', address = '']) {
    const url = completeAddress(address)
    if (url === null) return
    const made = $createLinkNode(addressFields(url))
    made.append($createTextNode(words).setFormat(node.getFormat()))
    node.replace(made)
    made.selectNext(0, 0)
  },
}
