import { ArrowDown, ArrowUp, CopyPlus, Plus, Trash2 } from 'lucide-react'
import type { EditorCommand, EditorFeature } from '../../feature.ts'
import { $moveItems, $removeItems, $selectedItems } from '../lists/selected-items.ts'
import { moveAndSay } from './move-and-say.ts'
import {
  $duplicate,
  $moveTopNodesBy,
  $paragraphBelow,
  $removeTopNodes,
  $selectedTopNodes,
  changeBlocks,
} from './top-blocks.ts'

/** The commands of the margin's handle, by keys and by the slash menu; in a list they act on its items. */
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
