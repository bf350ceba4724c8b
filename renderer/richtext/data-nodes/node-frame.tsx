import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext'
import { useLexicalEditable } from '@lexical/react/useLexicalEditable'
import { useLexicalNodeSelection } from '@lexical/react/useLexicalNodeSelection'
import { $getNodeByKey, type NodeKey } from 'lexical'
import { ArrowDown, ArrowUp, CopyPlus, Ellipsis, Trash2 } from 'lucide-react'
import type { MouseEvent, ReactNode } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { announce } from '../../ui/live-region/announce.ts'
import { MenuButton } from '../../ui/menu-button/menu-button.tsx'
import type { MenuItemSpec } from '../../ui/menu-button/menu-items.tsx'
import { useRichTextIfAny } from '../editor-context.tsx'
import { duplicateNode, moveNode, removeNode } from './node-actions.ts'
import { NodeBox, type NodeBoxProps } from './node-box.tsx'

type NodeFrameProps = NodeBoxProps & {
  nodeKey: NodeKey
  /** Buttons in the head, before the menu; only in an editable text. */
  tools?: ReactNode
  /** Items of the menu, before those that all nodes have. */
  items?: readonly MenuItemSpec[]
}

/**
 * The card of a node on its own line. A click on the head selects the node, like an arrow key in the text;
 * then Alt with an arrow key moves it and Delete removes it.
 */
export function NodeFrame({ nodeKey, tools, items = [], ...box }: NodeFrameProps) {
  const [isSelected, setSelected, clear] = useLexicalNodeSelection(nodeKey)
  const isEditable = useLexicalEditable()
  const select = (event: MouseEvent) => {
    if (!isEditable || isControl(event.target)) return
    clear()
    setSelected(true)
  }
  return (
    <NodeBox
      {...box}
      selected={isSelected}
      onSelect={select}
      {...(isEditable && {
        end: (
          <>
            {tools}
            <NodeMenu nodeKey={nodeKey} label={box.label} items={items} />
          </>
        ),
      })}
    />
  )
}

function isControl(target: EventTarget): boolean {
  return target instanceof Element && target.closest('button, input, textarea, a, [role="button"]') !== null
}

function NodeMenu({ nodeKey, label, items }: Required<Pick<NodeFrameProps, 'nodeKey' | 'label' | 'items'>>) {
  const { t } = useT()
  const [editor] = useLexicalComposerContext()
  const config = useRichTextIfAny()?.config ?? null
  const [isFirst, isLast] = editor.read(() => {
    const node = $getNodeByKey(nodeKey)
    return [node?.getPreviousSibling() == null, node?.getNextSibling() == null]
  })
  const all: MenuItemSpec[] = [
    ...items,
    {
      id: 'up',
      label: t('general:moveUp'),
      icon: ArrowUp,
      shortcut: 'Alt+ArrowUp',
      disabledReason: isFirst ? t('galley:rich-text-blocks.isFirst') : null,
      onAction: () => {
        if (moveNode(editor, nodeKey, 'up')) announce(t('galley:rich-text-blocks.movedUp', { label }))
      },
    },
    {
      id: 'down',
      label: t('general:moveDown'),
      icon: ArrowDown,
      shortcut: 'Alt+ArrowDown',
      disabledReason: isLast ? t('galley:rich-text-blocks.isLast') : null,
      onAction: () => {
        if (moveNode(editor, nodeKey, 'down')) announce(t('galley:rich-text-blocks.movedDown', { label }))
      },
    },
    {
      id: 'duplicate',
      label: t('general:duplicate'),
      icon: CopyPlus,
      onAction: () => {
        if (config !== null) duplicateNode(editor, nodeKey, config)
        announce(t('galley:rich-text-blocks.duplicated', { label }))
      },
    },
    {
      id: 'remove',
      label: t('general:remove'),
      icon: Trash2,
      danger: true,
      shortcut: 'Delete',
      onAction: () => {
        removeNode(editor, nodeKey)
        announce(t('galley:rich-text-blocks.removed', { label }))
      },
    },
  ]
  return (
    <MenuButton
      icon={Ellipsis}
      size="row"
      label={t('galley:rich-text-blocks.actions', { label })}
      items={all}
    />
  )
}
