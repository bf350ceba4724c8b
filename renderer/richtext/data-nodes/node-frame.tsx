import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext'
import { useLexicalEditable } from '@lexical/react/useLexicalEditable'
import { useLexicalNodeSelection } from '@lexical/react/useLexicalNodeSelection'
import { $getNodeByKey, type NodeKey } from 'lexical'
import { ArrowDown, ArrowUp, CopyPlus, Ellipsis, Trash2 } from 'lucide-react'
import type { MouseEvent, ReactNode } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { cx } from '../../ui/class-names.ts'
import { announce } from '../../ui/live-region/announce.ts'
import { MenuButton } from '../../ui/menu-button/menu-button.tsx'
import type { MenuItemSpec } from '../../ui/menu-button/menu-items.tsx'
import { useRichTextIfAny } from '../editor-context.tsx'
import { duplicateNode, moveNode, removeNode } from './node-actions.ts'
import styles from './node.module.css'
import { useOwnEvents } from './own-events.ts'

type NodeFrameProps = {
  nodeKey: NodeKey
  /** What it is called for who cannot see it. */
  label: string
  /** In the head: what it is. */
  head: ReactNode
  /** In the head, before the menu: what is done with it. Not where the text cannot be edited. */
  tools?: ReactNode
  /** In its menu, before what is there for all. */
  items?: readonly MenuItemSpec[]
  bad?: boolean
  /** With a line below the head. */
  open?: boolean
  children?: ReactNode
}

/**
 * A node that has a line of its own: a card with a head. A press on the head selects it, like arriving at it with an
 * arrow key; then Alt and an arrow key move it and Delete removes it.
 */
export function NodeFrame(props: NodeFrameProps) {
  const { nodeKey, label, head, tools, items = [], bad = false, open = false, children } = props
  const [isSelected, setSelected, clear] = useLexicalNodeSelection(nodeKey)
  const isEditable = useLexicalEditable()
  const place = useOwnEvents<HTMLDivElement>()
  const select = (event: MouseEvent) => {
    if (!isEditable || isControl(event.target)) return
    clear()
    setSelected(true)
  }
  return (
    <div
      ref={place}
      role="group"
      aria-label={label}
      className={cx(styles['card'], bad && styles['card-bad'], isSelected && styles['selected'])}
    >
      {/* The keyboard selects it with the arrow keys of the text. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions */}
      <div className={cx(styles['head'], open && styles['open'])} onClick={select}>
        <div className={styles['about']}>{head}</div>
        {isEditable && (
          <div className={styles['tools']}>
            {tools}
            <NodeMenu nodeKey={nodeKey} label={label} items={items} />
          </div>
        )}
      </div>
      {children !== undefined && children !== false && <div className={styles['body']}>{children}</div>}
    </div>
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
      disabledReason: isFirst ? t('galley:richTextBlocks.isFirst') : null,
      onAction: () => {
        if (moveNode(editor, nodeKey, 'up')) announce(t('galley:richTextBlocks.movedUp', { label }))
      },
    },
    {
      id: 'down',
      label: t('general:moveDown'),
      icon: ArrowDown,
      shortcut: 'Alt+ArrowDown',
      disabledReason: isLast ? t('galley:richTextBlocks.isLast') : null,
      onAction: () => {
        if (moveNode(editor, nodeKey, 'down')) announce(t('galley:richTextBlocks.movedDown', { label }))
      },
    },
    {
      id: 'duplicate',
      label: t('general:duplicate'),
      icon: CopyPlus,
      onAction: () => {
        if (config !== null) duplicateNode(editor, nodeKey, config)
        announce(t('galley:richTextBlocks.duplicated', { label }))
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
        announce(t('galley:richTextBlocks.removed', { label }))
      },
    },
  ]
  return (
    <MenuButton
      icon={Ellipsis}
      size="row"
      label={t('galley:richTextBlocks.actions', { label })}
      items={all}
    />
  )
}
