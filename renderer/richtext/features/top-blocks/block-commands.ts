import { ArrowDown, ArrowUp, CopyPlus, Plus, Trash2 } from 'lucide-react'
import type { LexicalEditor } from 'lexical'
import type { EditorCommand, EditorFeature } from '../../feature.ts'
import { $moveItems, $removeItems, $selectedItems, $placeOf } from '../lists/selected-items.ts'
import {
  $duplicate,
  $moveTopNodesBy,
  $paragraphBelow,
  $removeTopNodes,
  $selectedTopNodes,
  changeBlocks,
  type Moved,
} from './top-blocks.ts'
import type { UseT } from '../../../i18n/use-t.ts'
import { announce } from '../../../ui/live-region/announce.ts'

/** The commands of the margin's tools, by keys and by the slash menu; in a list all but `move.add` act on its items. */
export const blockCommands: EditorFeature = {
  name: 'blockCommands',
  commands(config, texts) {
    const { t } = texts
    const move = (by: -1 | 1): Pick<EditorCommand, 'group' | 'places' | 'run'> => ({
      group: 'move',
      places: [],
      run: (editor) =>
        moveAndSay(editor, texts, () => {
          const items = $selectedItems()
          if (items === null) return $moveTopNodesBy($selectedTopNodes(), by)
          return $moveItems(items, by) ? items.first : 'atEdge'
        }),
    })
    return [
      {
        ...move(-1),
        id: 'move.up',
        label: t('general:moveUp'),
        icon: ArrowUp,
        shortcut: 'Alt+ArrowUp',
      },
      {
        ...move(1),
        id: 'move.down',
        label: t('general:moveDown'),
        icon: ArrowDown,
        shortcut: 'Alt+ArrowDown',
      },
      {
        id: 'move.add',
        group: 'move',
        label: t('general:addBelow'),
        icon: Plus,
        shortcut: 'Mod+Alt+Enter',
        places: [],
        run: (editor) =>
          changeBlocks(editor, () => {
            const last = $selectedTopNodes().at(-1)
            if (last !== undefined) $paragraphBelow(last)
          }),
      },
      {
        id: 'move.duplicate',
        group: 'move',
        label: t('general:duplicate'),
        icon: CopyPlus,
        shortcut: 'Mod+D',
        places: [],
        run: (editor) =>
          changeBlocks(editor, () => $duplicate($selectedItems()?.nodes ?? $selectedTopNodes(), config)),
      },
      {
        id: 'move.remove',
        group: 'move',
        label: t('general:remove'),
        icon: Trash2,
        words: ['remove', 'delete'],
        // Without a key, since keys near those that delete words would be pressed by mistake.
        places: ['slash'],
        run: (editor) =>
          changeBlocks(editor, () => {
            const items = $selectedItems()
            if (items === null) $removeTopNodes($selectedTopNodes())
            else $removeItems(items)
          }),
      },
    ]
  },
}

/** Moves blocks or items of lists, and announces their new position. */
export function moveAndSay(editor: LexicalEditor, { t }: Pick<UseT, 't'>, $move: () => Moved): void {
  const found: { moved: Moved } = { moved: null }
  changeBlocks(editor, () => {
    found.moved = $move()
  })
  const { moved } = found
  if (moved === 'atEdge') announce(t('galley:rich-text-ways.atEdge'))
  // Lists that met are joined by now, so the position is read after the update.
  else if (moved !== null)
    announce(
      t(
        'galley:rich-text-ways.moved',
        editor.read(() => $placeOf(moved.getLatest())),
      ),
    )
}
