import {
  $handleRichTextDrop,
  $writeDragSourceToDataTransfer,
  setLexicalClipboardDataTransfer,
} from '@lexical/clipboard'
import {
  $addUpdateTag,
  $getSelection,
  $isNodeSelection,
  $isRangeSelection,
  $isSelectionCapturedInDecoratorInput,
  COMMAND_PRIORITY_LOW,
  CONTROLLED_TEXT_INSERTION_COMMAND,
  COPY_COMMAND,
  CUT_COMMAND,
  CUT_TAG,
  DRAGSTART_COMMAND,
  DROP_COMMAND,
  isDOMNode,
  KEY_DOWN_COMMAND,
  mergeRegister,
  PASTE_COMMAND,
  PASTE_TAG,
  REMOVE_TEXT_COMMAND,
} from 'lexical'
import type { LexicalEditor, PasteCommandType } from 'lexical'
import type { RichTextEditor } from '../../../../shared/cms/schema-model.ts'
import { newRowId } from '../../../../shared/document/row-id.ts'
import type { NodeWords } from '../../../../shared/fields/richText/to-html.ts'
import { matchesShortcut } from '../../../ui/key-cap/shortcut.ts'
import { withFreshIds } from '../../data-nodes/fresh-ids.ts'
import { DRAG_TAG } from '../../binding/editor-binding.ts'
import { $copied } from './copied.ts'
import { $insertJson } from './insert-nodes.ts'
import { EDITOR_TYPE, readClipboard } from './read-clipboard.ts'
import type { Pasted } from './read-clipboard.ts'

/** Drags that began in the window. */
let drags = 0

export const PLAIN_PASTE_SHORTCUT = 'Mod+Shift+V'

export type ClipboardOptions = {
  config: RichTextEditor
  server: string | null
  words: NodeWords
  /** What of a paste did not get in. */
  onLeftOut: (pasted: Pick<Pasted, 'leftOut' | 'pictures'>) => void
  /** Files that were pasted or dropped. False: none of them is one that a text can have. */
  onFiles: (files: readonly File[]) => boolean
}

/**
 * What comes from the clipboard or is dropped is read by us and not by Lexical: only what the editor offers gets in,
 * and nothing that runs. What is copied says which server it is of.
 */
export function registerClipboard(editor: LexicalEditor, options: ClipboardOptions): () => void {
  const { config, server, words } = options
  /** The keys for a paste of the words alone were pressed, and the paste is not here yet. */
  let plain = false

  /** Nothing that is not read here is left to Lexical, whose own reader asks nobody. */
  function $paste(data: DataTransfer, isPlain: boolean): void {
    const selection = $getSelection()
    if (selection === null) return
    const files = [...data.files]
    const format = $isRangeSelection(selection) ? selection.format : 0
    const read = readClipboard(data, { config, server, newId: newRowId, format, plain: isPlain })
    // A picture that is copied from a page is there as a file, too.
    const isPicture = read === null || (read.nodes.length === 0 && read.pictures > 0)
    if (files.length > 0 && isPicture && options.onFiles(files)) return
    if (read === null) return
    $addUpdateTag(PASTE_TAG)
    $insertJson(read.nodes, config)
    if (read.leftOut.length > 0 || read.pictures > 0) options.onLeftOut(read)
  }

  return mergeRegister(
    editor.registerCommand(
      KEY_DOWN_COMMAND,
      (event) => {
        plain = matchesShortcut(event, PLAIN_PASTE_SHORTCUT)
        return false
      },
      COMMAND_PRIORITY_LOW,
    ),
    editor.registerCommand(
      PASTE_COMMAND,
      (event) => {
        const isPlain = plain
        plain = false
        const data = pastedBy(event)
        if (data === null || isInOwnInput(event)) return false
        event.preventDefault()
        $paste(data, isPlain)
        return true
      },
      COMMAND_PRIORITY_LOW,
    ),
    // What is dropped from elsewhere, and what the system puts in for a word, comes this way.
    editor.registerCommand(
      CONTROLLED_TEXT_INSERTION_COMMAND,
      (event) => {
        if (typeof event === 'string' || event.dataTransfer === null || isInOwnInput(event)) return false
        $paste(event.dataTransfer, false)
        return true
      },
      COMMAND_PRIORITY_LOW,
    ),
    editor.registerCommand(
      DRAGSTART_COMMAND,
      ({ dataTransfer }) => {
        const selection = $getSelection()
        if (dataTransfer === null || !$isRangeSelection(selection)) return false
        const data = $copied(editor, options)
        if (data === null) return false
        drags += 1
        setLexicalClipboardDataTransfer(dataTransfer, data)
        $writeDragSourceToDataTransfer(dataTransfer, editor)
        return true
      },
      COMMAND_PRIORITY_LOW,
    ),
    editor.registerCommand(
      DROP_COMMAND,
      (event) => {
        const data = event.dataTransfer
        if (data === null || data.files.length > 0) return false
        if (!isFromOtherEditor(data, editor)) return false
        const safe = offeredOf(data, editor, options)
        if (safe === null) {
          event.preventDefault()
          return true
        }
        const drop = new DragEvent('drop', {
          clientX: event.clientX,
          clientY: event.clientY,
          dataTransfer: safe.data,
          cancelable: true,
        })
        $addUpdateTag(`${DRAG_TAG}${drags}`)
        if (!$handleRichTextDrop(drop, editor)) return false
        event.preventDefault()
        if (safe.pasted.leftOut.length > 0) options.onLeftOut(safe.pasted)
        return true
      },
      COMMAND_PRIORITY_LOW,
    ),
    // What was dragged to another text goes from this one.
    editor.registerCommand(
      REMOVE_TEXT_COMMAND,
      (event) => {
        if (event?.inputType === 'deleteByDrag') $addUpdateTag(`${DRAG_TAG}${drags}`)
        return false
      },
      COMMAND_PRIORITY_LOW,
    ),
    editor.registerCommand(COPY_COMMAND, (event) => $copy(editor, event, options), COMMAND_PRIORITY_LOW),
    editor.registerCommand(
      CUT_COMMAND,
      (event) => {
        if (!$copy(editor, event, { server, words })) return false
        $addUpdateTag(CUT_TAG)
        const selection = $getSelection()
        if ($isRangeSelection(selection)) selection.removeText()
        else if ($isNodeSelection(selection)) for (const node of selection.getNodes()) node.remove()
        return true
      },
      COMMAND_PRIORITY_LOW,
    ),
  )
}

/** An input of a block, which takes what is pasted itself. */
function isInOwnInput(event: Event): boolean {
  return isDOMNode(event.target) && $isSelectionCapturedInDecoratorInput(event.target)
}

function $copy(
  editor: LexicalEditor,
  event: ClipboardEvent | KeyboardEvent | null,
  options: Pick<ClipboardOptions, 'server' | 'words'>,
): boolean {
  const target = event !== null && 'clipboardData' in event ? event.clipboardData : null
  if (event === null || target === null || isInOwnInput(event)) return false
  const data = $copied(editor, options)
  if (data === null) return false
  event.preventDefault()
  setLexicalClipboardDataTransfer(target, data)
  return true
}

/** What a paste brings, however the browser tells of it. */
function pastedBy(event: PasteCommandType): DataTransfer | null {
  if ('clipboardData' in event) return event.clipboardData
  return 'dataTransfer' in event ? event.dataTransfer : null
}

const DRAG_TYPE = 'application/x-lexical-drag'

/** Whether it is dragged over from another editor of the page. */
function isFromOtherEditor(data: DataTransfer, editor: LexicalEditor): boolean {
  const marker = data.getData(DRAG_TYPE)
  return marker !== '' && !marker.includes(`"${editor.getKey()}"`)
}

/**
 * What is dragged over, with only what this editor offers; null: it cannot be read. Where it came from it may stay, and
 * it may have been here before: it is another one.
 */
function offeredOf(
  data: DataTransfer,
  editor: LexicalEditor,
  { config, server }: ClipboardOptions,
): { data: DataTransfer; pasted: Pasted } | null {
  const pasted = readClipboard(data, { config, server, newId: newRowId, format: 0, plain: false })
  if (pasted === null) return null
  const nodes = pasted.nodes.map((node) => withFreshIds(config, node))
  const safe = new DataTransfer()
  safe.setData(DRAG_TYPE, data.getData(DRAG_TYPE))
  safe.setData(EDITOR_TYPE, JSON.stringify({ namespace: editor._config.namespace, nodes }))
  return { data: safe, pasted }
}
