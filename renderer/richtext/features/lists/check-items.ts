import { $isListItemNode, $isListNode, ListItemNode, ListNode } from '@lexical/list'
import {
  $getNearestNodeFromDOMNode,
  $getNodeByKey,
  $getSelection,
  $isRangeSelection,
  $onUpdate,
  COMMAND_PRIORITY_LOW,
  KEY_ARROW_DOWN_COMMAND,
  KEY_ARROW_LEFT_COMMAND,
  KEY_ARROW_RIGHT_COMMAND,
  KEY_ARROW_UP_COMMAND,
  KEY_ESCAPE_COMMAND,
  KEY_SPACE_COMMAND,
  SKIP_DOM_SELECTION_TAG,
  mergeRegister,
  registerEventListeners,
} from 'lexical'
import type { EditorState, LexicalEditor, LexicalNode } from 'lexical'
import { $itemOf } from './list-selection.ts'

/**
 * The boxes of check lists, by mouse and by keys: the arrow towards the start of the line goes from the text to its box,
 * Space checks it, up and down go to other boxes, any other key back to the text. Lexical has this too, for text that
 * runs from left to right only.
 */
export function registerCheckItems(editor: LexicalEditor): () => void {
  return mergeRegister(
    registerRoles(editor),
    editor.registerCommand(
      KEY_SPACE_COMMAND,
      (event) => {
        const box = focusedBox(editor)
        if (box === null) return false
        event.preventDefault()
        toggle(editor, box)
        return true
      },
      COMMAND_PRIORITY_LOW,
    ),
    registerArrows(editor),
    editor.registerCommand(
      KEY_ESCAPE_COMMAND,
      () => {
        if (focusedBox(editor) === null) return false
        backToText(editor)
        return true
      },
      COMMAND_PRIORITY_LOW,
    ),
    registerBoxEvents(editor),
  )
}

/** Up and down move the focus between boxes; the arrow to the start of the line moves it from a text to its box. */
function registerArrows(editor: LexicalEditor): () => void {
  return mergeRegister(
    ...([KEY_ARROW_UP_COMMAND, KEY_ARROW_DOWN_COMMAND] as const).map((command) =>
      editor.registerCommand(
        command,
        (event) => {
          const next = boxBeside(editor, command === KEY_ARROW_UP_COMMAND ? -1 : 1)
          if (next === null) {
            backToText(editor)
            return false
          }
          event.preventDefault()
          $select(next)
          // The browser focuses the text as the caret is set.
          $onUpdate(() => next.focus())
          return true
        },
        COMMAND_PRIORITY_LOW,
      ),
    ),
    ...([KEY_ARROW_LEFT_COMMAND, KEY_ARROW_RIGHT_COMMAND] as const).map((command) =>
      editor.registerCommand(
        command,
        (event) => {
          if (focusedBox(editor) !== null) {
            backToText(editor)
            return false
          }
          const box = $boxAtCaret(editor)
          const towards =
            box !== null && isRightToLeft(box) ? KEY_ARROW_RIGHT_COMMAND : KEY_ARROW_LEFT_COMMAND
          if (box === null || event.shiftKey || command !== towards) return false
          event.preventDefault()
          box.focus()
          return true
        },
        COMMAND_PRIORITY_LOW,
      ),
    ),
  )
}

/** Clicks and keys in the text: a click on a box checks it, any other input moves the focus back to the text. */
function registerBoxEvents(editor: LexicalEditor): () => void {
  return editor.registerRootListener((root) => {
    if (root === null) return
    return mergeRegister(
      registerEventListeners(root, {
        click: (event) => {
          const box = boxAt(event)
          if (box === null) backToText(editor)
          else toggle(editor, box)
        },
      }),
      registerEventListeners(
        root,
        {
          // The caret stays where it is.
          mousedown: (event) => {
            if (boxAt(event) !== null) event.preventDefault()
          },
          beforeinput: () => backToText(editor),
          keydown: (event) => {
            if (!KEYS_OF_A_BOX.has(event.key)) backToText(editor)
          },
        },
        { capture: true },
      ),
    )
  })
}

/** Keys that a focused box handles itself, and keys that do nothing alone. */
const KEYS_OF_A_BOX = new Set([
  ' ',
  'ArrowDown',
  'ArrowLeft',
  'ArrowRight',
  'ArrowUp',
  'Escape',
  'Alt',
  'CapsLock',
  'Control',
  'Meta',
  'Shift',
])

const BOX = 'li[role="checkbox"]'

/**
 * Sets roles that Lexical leaves out, and removes on each redraw: a check list is a group, and an item that
 * only holds a nested list has no role.
 */
function registerRoles(editor: LexicalEditor): () => void {
  const setRole = (key: string, role: string | null): void => {
    const element = editor.getElementByKey(key)
    if (role !== null) element?.setAttribute('role', role)
    else if (element?.matches('[role="group"], [role="none"]') === true) element.removeAttribute('role')
  }
  const look = (state: EditorState, keys: Iterable<string>): void =>
    state.read(() => {
      for (const key of keys) {
        const node = $getNodeByKey(key)
        if ($isListNode(node)) setRole(key, $isCheckList(node) ? 'group' : null)
        if ($isListItemNode(node)) {
          const nests = $isListNode(node.getFirstChild()) && $isCheckList(node.getParent())
          setRole(key, nests ? 'none' : null)
        }
      }
    })
  return mergeRegister(
    ...[ListNode, ListItemNode].map((klass) =>
      editor.registerMutationListener(klass, (mutations) => look(editor.getEditorState(), mutations.keys())),
    ),
    editor.registerUpdateListener(({ editorState, dirtyElements }) =>
      look(editorState, dirtyElements.keys()),
    ),
  )
}

function $isCheckList(node: LexicalNode | null): boolean {
  return $isListNode(node) && node.getListType() === 'check'
}

function isRightToLeft(element: Element): boolean {
  return getComputedStyle(element).direction === 'rtl'
}

/** Returns the item whose box is under the pointer; null: none. */
function boxAt({ target, clientX, clientY }: MouseEvent): HTMLElement | null {
  if (!(target instanceof HTMLElement) || !target.matches(BOX)) return null
  const style = getComputedStyle(target)
  const room = Number.parseFloat(style.paddingInlineStart)
  const line = Number.parseFloat(style.lineHeight)
  const at = { x: clientX, y: clientY, rect: target.getBoundingClientRect() }
  return isOnBox({ ...at, room, line, isRightToLeft: isRightToLeft(target) }) ? target : null
}

function toggle(editor: LexicalEditor, box: HTMLElement): void {
  if (!editor.isEditable()) return
  editor.update(
    () => {
      const item = $getNearestNodeFromDOMNode(box)
      if ($isListItemNode(item)) item.toggleChecked()
    },
    // The focus stays where it is, also if it is on the box.
    { tag: SKIP_DOM_SELECTION_TAG },
  )
}

function focusedBox(editor: LexicalEditor): HTMLElement | null {
  const focused = document.activeElement
  const isBox = focused instanceof HTMLElement && focused.matches(BOX)
  return isBox && editor.getRootElement()?.contains(focused) === true ? focused : null
}

function backToText(editor: LexicalEditor): void {
  if (focusedBox(editor) !== null) editor.getRootElement()?.focus({ preventScroll: true })
}

/**
 * Returns the next or previous box of the focused one, also in the lists around and inside of its list; null:
 * none.
 */
function boxBeside(editor: LexicalEditor, by: 1 | -1): HTMLElement | null {
  const from = focusedBox(editor)
  let list = from?.parentElement ?? null
  for (;;) {
    const around = list?.parentElement?.closest('li')?.parentElement ?? null
    if (around === null || editor.getRootElement()?.contains(around) !== true) break
    list = around
  }
  if (from === null || list === null) return null
  const boxes = [...list.querySelectorAll<HTMLElement>(BOX)]
  return boxes[boxes.indexOf(from) + by] ?? null
}

function $select(box: HTMLElement): void {
  const item = $getNearestNodeFromDOMNode(box)
  if ($isListItemNode(item)) item.selectStart()
}

/** The box of the item at whose start the caret is. */
function $boxAtCaret(editor: LexicalEditor): HTMLElement | null {
  const selection = $getSelection()
  if (!$isRangeSelection(selection) || !selection.isCollapsed() || selection.anchor.offset !== 0) return null
  const node = selection.anchor.getNode()
  const item = $itemOf(node)
  if (item === null || !(node.is(item) || item.getFirstDescendant()?.is(node) === true)) return null
  const element = editor.getElementByKey(item.getKey())
  return element?.matches(BOX) === true ? element : null
}

/** True if a point of the window is on the box of an item: before its text, beside its first line. */
export function isOnBox(at: {
  x: number
  y: number
  rect: { left: number; right: number; top: number; bottom: number }
  /** Height of the first line in pixels; NaN: the whole height of the item counts. */
  line: number
  /** Width of the space in front of the text, in pixels. */
  room: number
  isRightToLeft: boolean
}): boolean {
  const { left, right, top, bottom } = at.rect
  const end = Number.isFinite(at.line) ? Math.min(bottom, top + at.line) : bottom
  if (at.y < top || at.y > end) return false
  return at.isRightToLeft ? at.x <= right && at.x > right - at.room : at.x >= left && at.x < left + at.room
}
