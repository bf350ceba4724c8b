import { $isListNode } from '@lexical/list'
import { $isDecoratorNode, $isElementNode } from 'lexical'
import type { LexicalEditor, NodeKey } from 'lexical'
import { ArrowDown, ArrowUp, CopyPlus, Trash2 } from 'lucide-react'
import type { RichTextEditor } from '../../../shared/cms/schema-model.ts'
import type { UseT } from '../../i18n/use-t.ts'
import type { MenuItemSpec } from '../../ui/menu-button/menu-items.tsx'
import type { EditorCommand } from '../feature.ts'
import { moveAndSay } from '../features/top-blocks/block-commands.ts'
import {
  $duplicate,
  $moveTopNodesBy,
  $removeTopNodes,
  $topNode,
  changeBlocks,
} from '../features/top-blocks/top-blocks.ts'

type BlockMenu = {
  editor: LexicalEditor
  key: NodeKey
  commands: readonly EditorCommand[]
  config: RichTextEditor
  texts: UseT
}

/** The commands of a block's handle; in the text each has a key or is in the slash menu. */
export function blockMenuItems({ editor, key, commands, config, texts }: BlockMenu): MenuItemSpec[] {
  const { t } = texts
  const state = readBlock(editor, key)
  const keyOf = (id: string): Pick<MenuItemSpec, 'shortcut'> => {
    const shortcut = commands.find((command) => command.id === id)?.shortcut
    // In a list the shortcut acts on an item and the menu on the whole list, so it is not shown.
    return shortcut === undefined || state.isList ? {} : { shortcut }
  }
  const into = commands.filter(
    ({ id, group, places }) =>
      (group === 'block' || group === 'list') &&
      places.includes('slash') &&
      (id !== 'list.start' || state.isNumbered),
  )
  const move = (by: -1 | 1) => (): void =>
    moveAndSay(editor, texts, () => {
      const node = $topNode(key)
      return node === null ? null : $moveTopNodesBy([node], by)
    })
  const change = ($change: (nodes: NonNullable<ReturnType<typeof $topNode>>[]) => void) => (): void => {
    changeBlocks(editor, () => {
      const node = $topNode(key)
      if (node !== null) $change([node])
    })
    editor.getRootElement()?.focus({ preventScroll: true })
  }
  return [
    ...(state.isText ? into : []).map((command) => intoItem(editor, key, command)),
    {
      id: 'up',
      label: t('general:moveUp'),
      icon: ArrowUp,
      line: true,
      ...keyOf('move.up'),
      disabledReason: state.isFirst ? t('galley:rich-text-ways.isFirst') : null,
      onAction: move(-1),
    },
    {
      id: 'down',
      label: t('general:moveDown'),
      icon: ArrowDown,
      ...keyOf('move.down'),
      disabledReason: state.isLast ? t('galley:rich-text-ways.isLast') : null,
      onAction: move(1),
    },
    {
      id: 'duplicate',
      label: t('general:duplicate'),
      icon: CopyPlus,
      ...keyOf('move.duplicate'),
      onAction: change((nodes) => $duplicate(nodes, config)),
    },
    {
      id: 'remove',
      label: t('general:remove'),
      icon: Trash2,
      danger: true,
      onAction: change($removeTopNodes),
    },
  ]
}

function readBlock(editor: LexicalEditor, key: NodeKey) {
  return editor.read(() => {
    const node = $topNode(key)
    return {
      isList: $isListNode(node),
      isNumbered: $isListNode(node) && node.getListType() === 'number',
      isText: $isElementNode(node) && !$isDecoratorNode(node) && node.getType() !== 'table',
      isFirst: node?.getPreviousSibling() === null,
      isLast: node?.getNextSibling() === null,
    }
  })
}

/** Returns the item that turns a block into another kind. */
function intoItem(editor: LexicalEditor, key: NodeKey, command: EditorCommand): MenuItemSpec {
  return {
    id: command.id,
    label: command.label,
    icon: command.icon,
    ...(command.shortcut !== undefined && { shortcut: command.shortcut }),
    onAction() {
      editor.update(
        () => {
          const node = $topNode(key)
          if ($isElementNode(node)) node.select(0, node.getChildrenSize())
        },
        { discrete: true },
      )
      editor.getRootElement()?.focus({ preventScroll: true })
      command.run(editor)
    },
  }
}
