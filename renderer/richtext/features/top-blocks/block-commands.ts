import { ArrowDown, ArrowUp, CopyPlus, Plus, Trash2 } from 'lucide-react'
import type { EditorCommand, EditorFeature } from '../../feature.ts'
import { moveAndSay } from './move-and-say.ts'
import {
  $duplicateTopNodes,
  $paragraphBelow,
  $placeBeside,
  $removeTopNodes,
  $selectedTopNodes,
  changeBlocks,
} from './top-blocks.ts'

/** What the handle in the margin does, by keys and by the menu of a slash. */
export const blockCommands: EditorFeature = {
  name: 'blockCommands',
  commands(config, texts) {
    const { t } = texts
    const move = (by: -1 | 1): Pick<EditorCommand, 'group' | 'places' | 'run'> => ({
      group: 'move',
      places: [],
      run: (editor) =>
        moveAndSay(editor, texts, () => {
          const nodes = $selectedTopNodes()
          return { nodes, index: $placeBeside(nodes, by) }
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
        run: (editor) => changeBlocks(editor, () => $duplicateTopNodes($selectedTopNodes(), config)),
      },
      {
        id: 'move.remove',
        group: 'move',
        label: t('general:remove'),
        icon: Trash2,
        words: ['remove', 'delete'],
        // By its name alone: keys beside those that delete words are pressed by chance.
        places: ['slash'],
        run: (editor) => changeBlocks(editor, () => $removeTopNodes($selectedTopNodes())),
      },
    ]
  },
}
