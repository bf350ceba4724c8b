import {
  $handleRichTextDrop,
  $writeDragSourceToDataTransfer,
  copyToClipboard,
  setLexicalClipboardDataTransfer,
} from '@lexical/clipboard'
import { $isTableCellNode } from '@lexical/table'
import {
  $addUpdateTag,
  $findMatchingParent,
  $getSelection,
  $isNodeSelection,
  $isRangeSelection,
  $isSelectionCapturedInDecoratorInput,
  COMMAND_PRIORITY_CRITICAL,
  COMMAND_PRIORITY_LOW,
  CONTROLLED_TEXT_INSERTION_COMMAND,
  COPY_COMMAND,
  CUT_COMMAND,
  CUT_TAG,
  DRAGSTART_COMMAND,
  DROP_COMMAND,
  isDOMNode,
  KEY_DELETE_COMMAND,
  KEY_DOWN_COMMAND,
  mergeRegister,
  PASTE_COMMAND,
  PASTE_TAG,
  REMOVE_TEXT_COMMAND,
} from 'lexical'
import type { BaseSelection, LexicalEditor, PasteCommandType } from 'lexical'
import type { RichTextEditor } from '../../../../shared/cms/schema-model.ts'
import { newRowId } from '../../../../shared/document/row-index.ts'
import { typeOf } from '../../../../shared/fields/richText/nodes.ts'
import type { NodeWords } from '../../../../shared/fields/richText/node-types/node-type.ts'
import type { Json } from '../../../../shared/json.ts'
import { matchesShortcut } from '../../../ui/key-cap/shortcut.ts'
import { withFreshIds } from '../../../../shared/fields/richText/fresh-ids.ts'
import { DRAG_TAG } from '../../binding/editor-binding.ts'
import { $copied } from './copied.ts'
import { $insertJson } from './insert-nodes.ts'
import type { CollectionIds, Pasted } from './read-clipboard.ts'
import { EDITOR_TYPE, readClipboard } from './read-clipboard.ts'

/** Drags that began in the window. */
let drags = 0

export const PLAIN_PASTE_SHORTCUT = 'Mod+Shift+V'

export type ClipboardOptions = {
  config: RichTextEditor
  server: string | null
  /** The server's collections, with the types of their ids. */
  collections: CollectionIds
  words: NodeWords
  /** Called with the parts of a paste that were left out. */
  onLeftOut: (pasted: Pick<Pasted, 'leftOut' | 'pictures'>) => void
  /** Called with pasted or dropped files. False: the text takes none of them. */
  onFiles: (files: readonly File[]) => boolean
}

/**
 * Replaces Lexical's reading of pastes and drops: only content that the editor offers is inserted, and
 * nothing executable. Copies name their server.
 */
export function registerClipboard(editor: LexicalEditor, options: ClipboardOptions): () => void {
  return mergeRegister(
    registerPaste(editor, options),
    registerDrags(editor, options),
    registerCopy(editor, options),
  )
}

function registerPaste(editor: LexicalEditor, options: ClipboardOptions): () => void {
  /** True if the keys of a plain paste were pressed and its paste event has not come yet. */
  let plain = false
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
        $paste(data, isPlain, options)
        return true
      },
      COMMAND_PRIORITY_LOW,
    ),
    // Drops from elsewhere and the system's word replacements come this way.
    editor.registerCommand(
      CONTROLLED_TEXT_INSERTION_COMMAND,
      (event) => {
        if (typeof event === 'string' || event.dataTransfer === null || isInOwnInput(event)) return false
        $paste(event.dataTransfer, false, options)
        return true
      },
      COMMAND_PRIORITY_LOW,
    ),
  )
}

/** Drags of text within the page, from one editor to another. */
function registerDrags(editor: LexicalEditor, options: ClipboardOptions): () => void {
  return mergeRegister(
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
    // Content that was dragged to another text is removed from this one.
    editor.registerCommand(
      REMOVE_TEXT_COMMAND,
      (event) => {
        if (event?.inputType === 'deleteByDrag') $addUpdateTag(`${DRAG_TAG}${drags}`)
        return false
      },
      COMMAND_PRIORITY_LOW,
    ),
  )
}

function registerCopy(editor: LexicalEditor, options: ClipboardOptions): () => void {
  return mergeRegister(
    editor.registerCommand(COPY_COMMAND, (event) => $copy(editor, event, options), COMMAND_PRIORITY_LOW),
    editor.registerCommand(
      CUT_COMMAND,
      (event) => {
        if (!$copy(editor, event, options)) return false
        $addUpdateTag(CUT_TAG)
        const selection = $getSelection()
        if ($isNodeSelection(selection)) for (const node of selection.getNodes()) node.remove()
        // As by that key: a table that is selected with words around it goes, cells that are selected are emptied.
        else editor.dispatchCommand(KEY_DELETE_COMMAND, new KeyboardEvent('keydown', { key: 'Delete' }))
        return true
      },
      // Before the handlers of Lexical's tables, each of which would write any cut to the clipboard itself.
      COMMAND_PRIORITY_CRITICAL,
    ),
  )
}

/**
 * Inserts a paste. Content that is refused here is dropped, since Lexical's own reader would insert anything.
 */
function $paste(data: DataTransfer, isPlain: boolean, options: ClipboardOptions): void {
  const { config, server, collections } = options
  const selection = $getSelection()
  if (selection === null) return
  const files = [...data.files]
  const format = $isRangeSelection(selection) ? selection.format : 0
  const readFor = (editorConfig: RichTextEditor) =>
    readClipboard(data, {
      config: editorConfig,
      server,
      collections,
      newId: newRowId,
      format,
      plain: isPlain,
    })
  const offered = readFor(config)
  // Lexical refuses any paste with a table among other nodes inside of a table, so it is read again without
  // tables.
  const isRefused = offered !== null && hasTableAmong(offered.nodes) && $isInCell(selection)
  const read = isRefused ? readFor(withoutTables(config)) : offered
  // A picture that is copied from a page is there as a file, too.
  const isPicture = read === null || (read.nodes.length === 0 && read.pictures > 0)
  if (files.length > 0 && isPicture && options.onFiles(files)) return
  if (read === null) return
  $addUpdateTag(PASTE_TAG)
  $insertJson(read.nodes, config)
  // Pictures of the content are inserted below it, in order.
  const isTaken = read.files.length > 0 && options.onFiles(read.files)
  const pictures = read.pictures - (isTaken ? read.files.length : 0)
  if (read.leftOut.length > 0 || pictures > 0) options.onLeftOut({ ...read, pictures })
}

const hasTableAmong = (nodes: readonly Json[]): boolean =>
  nodes.length > 1 && nodes.some((node) => typeOf(node) === 'table')

function $isInCell(selection: BaseSelection): boolean {
  const [node] = selection.getNodes()
  return node !== undefined && $findMatchingParent(node, $isTableCellNode) !== null
}

function withoutTables(config: RichTextEditor): RichTextEditor {
  return { ...config, features: config.features.filter((feature) => feature !== 'experimental_table') }
}

/** True if the event is in an input of a block, which handles pastes itself. */
function isInOwnInput(event: Event): boolean {
  return isDOMNode(event.target) && $isSelectionCapturedInDecoratorInput(event.target)
}

function $copy(
  editor: LexicalEditor,
  event: ClipboardEvent | KeyboardEvent | null,
  options: Pick<ClipboardOptions, 'server' | 'words'>,
): boolean {
  if (event === null || isInOwnInput(event)) return false
  const data = $copied(editor, options)
  if (data === null) return false
  event.preventDefault()
  // With a selected node and no words, Lexical hears the keys themselves, and there is no clipboard event.
  if (!('clipboardData' in event)) void copyToClipboard(editor, null, data)
  else if (event.clipboardData === null) return false
  else setLexicalClipboardDataTransfer(event.clipboardData, data)
  return true
}

/** Returns the data of a paste event. */
function pastedBy(event: PasteCommandType): DataTransfer | null {
  if ('clipboardData' in event) return event.clipboardData
  return 'dataTransfer' in event ? event.dataTransfer : null
}

const DRAG_TYPE = 'application/x-lexical-drag'

/** True if it is dragged from another editor of the page. */
function isFromOtherEditor(data: DataTransfer, editor: LexicalEditor): boolean {
  const marker = data.getData(DRAG_TYPE)
  return marker !== '' && !marker.includes(`"${editor.getKey()}"`)
}

/**
 * Returns dragged content with only the parts that this editor offers, with new ids since the original may
 * stay; null if it cannot be read.
 */
function offeredOf(
  data: DataTransfer,
  editor: LexicalEditor,
  { config, server, collections }: ClipboardOptions,
): { data: DataTransfer; pasted: Pasted } | null {
  const pasted = readClipboard(data, {
    config,
    server,
    collections,
    newId: newRowId,
    format: 0,
    plain: false,
  })
  if (pasted === null) return null
  const nodes = pasted.nodes.map((node) => withFreshIds(config, node))
  const safe = new DataTransfer()
  safe.setData(DRAG_TYPE, data.getData(DRAG_TYPE))
  safe.setData(EDITOR_TYPE, JSON.stringify({ namespace: editor._config.namespace, nodes }))
  return { data: safe, pasted }
}
