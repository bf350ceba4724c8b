import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext'
import { FileText, Globe, Pencil, SquareArrowOutUpRight, Unlink } from 'lucide-react'
import {
  $getNearestNodeFromDOMNode,
  $getSelection,
  $isRangeSelection,
  COMMAND_PRIORITY_EDITOR,
  COMMAND_PRIORITY_NORMAL,
  KEY_ESCAPE_COMMAND,
  mergeRegister,
} from 'lexical'
import type { LexicalEditor, NodeKey } from 'lexical'
import { useCallback, useEffect, useMemo, useState } from 'react'
import type { RefCallback } from 'react'
import { linkTarget } from '../../../../shared/fields/richText/links.ts'
import type { JsonObject } from '../../../../shared/json.ts'
import { useT } from '../../../i18n/use-t.ts'
import { IconButton } from '../../../ui/icon-button/icon-button.tsx'
import { Icon } from '../../../ui/icon/icon.tsx'
import { EDIT_LINK_COMMAND, OPEN_LINK_COMMAND, REMOVE_LINKS_COMMAND } from './link-commands.ts'
import { $isLinkNode } from './link-node.ts'
import { $linkAtSelection } from './link-operations.ts'
import styles from './link-panel.module.css'
import { useLinkWords } from './use-link-words.ts'
import { useOpenLink } from './use-open-link.ts'

/** The link that the caret is in, and where in it. */
type Shown = { key: NodeKey; fields: JsonObject; place: string }

/** The panel at a link: its target and actions. `isAside`: a drawer is over the text. */
export function LinkPanel({ isAside }: { isAside: boolean }) {
  const [editor] = useLexicalComposerContext()
  const [shown, hide] = useLinkAtCaret(editor)
  const open = useOpenLink()
  useEffect(
    () =>
      editor.registerCommand(
        OPEN_LINK_COMMAND,
        () => {
          const target = $linkAtSelection()?.getTarget() ?? null
          if (target !== null) open(target)
          return target !== null
        },
        COMMAND_PRIORITY_EDITOR,
      ),
    [editor, open],
  )
  useOpenByPress(editor)
  if (shown === null || isAside) return null
  return <Panel key={shown.key} editor={editor} shown={shown} onHide={hide} />
}

/**
 * Returns the link into which the caret was moved, and a function that hides it. Null while typing or after
 * Escape.
 */
function useLinkAtCaret(editor: LexicalEditor): [Shown | null, () => void] {
  const [shown, setShown] = useState<Shown | null>(null)
  const hide = useCallback(() => setShown(null), [])
  useEffect(
    () =>
      mergeRegister(
        editor.registerUpdateListener(({ editorState, prevEditorState, dirtyLeaves }) => {
          const now = editorState.read($caretInLink)
          const before = prevEditorState.read($caretInLink)
          const isHere = editor.getRootElement()?.contains(document.activeElement) === true
          // The panel is hidden while the text is edited, since it would cover the typed address.
          if (now === null || dirtyLeaves.size > 0) setShown(null)
          else if (isHere) setShown((is) => (is !== null || before?.place !== now.place ? now : null))
        }),
        editor.registerCommand(
          KEY_ESCAPE_COMMAND,
          () => {
            hide()
            return false
          },
          COMMAND_PRIORITY_NORMAL,
        ),
      ),
    [editor, hide],
  )
  return [shown, hide]
}

function $caretInLink(): Shown | null {
  const selection = $getSelection()
  if (!$isRangeSelection(selection) || !selection.isCollapsed()) return null
  const link = $linkAtSelection()
  if (link === null) return null
  const { key, offset } = selection.anchor
  return { key: link.getKey(), fields: link.getFields(), place: `${key} ${offset}` }
}

type PanelProps = { editor: LexicalEditor; shown: Shown; onHide: () => void }

function Panel({ editor, shown: { key, fields }, onHide }: PanelProps) {
  const { t } = useT()
  const target = useMemo(() => linkTarget({ fields }), [fields])
  const { text, reason, dir } = useLinkWords(target)
  const open = useOpenLink()
  const place = usePlace(editor, key, onHide)
  const goOn = (): void => focusText(editor)
  return (
    <div
      ref={place}
      popover="manual"
      role="group"
      // Focusable, so that a press on its words keeps it open.
      tabIndex={-1}
      aria-label={t('galley:richTextLinks.panel')}
      className={styles['panel']}
    >
      <Icon icon={target?.kind === 'document' ? FileText : Globe} />
      <bdi dir={dir} className={styles['where']} title={text}>
        {text}
      </bdi>
      <IconButton
        size="row"
        icon={SquareArrowOutUpRight}
        label={t('galley:richTextLinks.open')}
        shortcut="Alt+Enter"
        disabledReason={reason}
        onPress={() => {
          if (target !== null) open(target)
        }}
      />
      <IconButton
        size="row"
        icon={Pencil}
        label={t('galley:richTextLinks.edit')}
        shortcut="Mod+K"
        onPress={() => {
          goOn()
          editor.dispatchCommand(EDIT_LINK_COMMAND, undefined)
        }}
      />
      <IconButton
        size="row"
        icon={Unlink}
        label={t('galley:richTextLinks.remove')}
        shortcut="Mod+Shift+K"
        onPress={() => {
          goOn()
          editor.dispatchCommand(REMOVE_LINKS_COMMAND, undefined)
        }}
      />
    </div>
  )
}

/** Space between a link and the panel, in pixels. */
const GAP = 6
/** Pixels between the panel and the edges of the window, at least. */
const EDGE = 8

/** Positions the panel below the link, or above it without room, in the top layer so that no box clips it. */
function usePlace(editor: LexicalEditor, key: NodeKey, onHide: () => void): RefCallback<HTMLDivElement> {
  return useCallback(
    (element) => {
      if (element === null) return
      const place = (): void => {
        const link = editor.getElementByKey(key)
        if (link === null) return
        const { left, right, top, bottom } = link.getBoundingClientRect()
        const { width, height } = element.getBoundingClientRect()
        const isEnough = bottom + GAP + height < window.innerHeight - EDGE
        const start = getComputedStyle(link).direction === 'rtl' ? right - width : left
        const most = window.innerWidth - width - EDGE
        element.style.top = `${isEnough ? bottom + GAP : Math.max(EDGE, top - GAP - height)}px`
        element.style.left = `${Math.max(EDGE, Math.min(start, most))}px`
        element.style.visibility = bottom < 0 || top > window.innerHeight ? 'hidden' : 'visible'
      }
      // Environments without layout do not have this method.
      if ('showPopover' in element) element.showPopover()
      place()
      const observer = new ResizeObserver(place)
      observer.observe(element)
      window.addEventListener('scroll', place, { capture: true, passive: true })
      window.addEventListener('resize', place)
      const stop = mergeRegister(editor.registerUpdateListener(place), whileInside(editor, element, onHide))
      return () => {
        stop()
        observer.disconnect()
        window.removeEventListener('scroll', place, { capture: true })
        window.removeEventListener('resize', place)
      }
    },
    [editor, key, onHide],
  )
}

/**
 * Hides the panel when the focus leaves text and panel; Escape moves the focus to the text. Returns the
 * function that stops this.
 */
function whileInside(editor: LexicalEditor, panel: HTMLElement, onHide: () => void): () => void {
  const press = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    focusText(editor)
    onHide()
  }
  const text = editor.getRootElement()
  const leave = ({ relatedTarget }: FocusEvent): void => {
    // A window that loses the focus gives it back to the same element.
    if (relatedTarget === null && !document.hasFocus()) return
    if (relatedTarget instanceof Node && (panel.contains(relatedTarget) || text?.contains(relatedTarget)))
      return
    onHide()
  }
  panel.addEventListener('keydown', press)
  panel.addEventListener('focusout', leave)
  text?.addEventListener('focusout', leave)
  return () => {
    panel.removeEventListener('keydown', press)
    panel.removeEventListener('focusout', leave)
    text?.removeEventListener('focusout', leave)
  }
}

function focusText(editor: LexicalEditor): void {
  editor.getRootElement()?.focus({ preventScroll: true })
}

const KINDS = ['click', 'auxclick'] as const

/** A press with Ctrl or Command, or with the middle button, opens a link; any other puts the caret into it. */
function useOpenByPress(editor: LexicalEditor): void {
  const open = useOpenLink()
  useEffect(() => {
    const press = (event: MouseEvent): void => {
      const anchor = event.target instanceof Element ? event.target.closest('a') : null
      if (anchor === null) return
      event.preventDefault()
      if (event.button !== 1 && !event.ctrlKey && !event.metaKey) return
      const target = editor.read(() => {
        const node = $getNearestNodeFromDOMNode(anchor)
        return $isLinkNode(node) ? node.getTarget() : null
      })
      if (target !== null) open(target)
    }
    return editor.registerRootListener((root) => {
      for (const kind of KINDS) root?.addEventListener(kind, press)
      return () => {
        for (const kind of KINDS) root?.removeEventListener(kind, press)
      }
    })
  }, [editor, open])
}
