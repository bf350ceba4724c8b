import type { LexicalEditor } from 'lexical'
import type { UseT } from '../../../i18n/use-t.ts'
import { announce } from '../../../ui/live-region/announce.ts'
import { $placeOf } from '../lists/selected-items.ts'
import { changeBlocks } from './top-blocks.ts'
import type { Moved } from './top-blocks.ts'

/** Moves blocks or items of lists, and says where they are now. */
export function moveAndSay(editor: LexicalEditor, { t }: Pick<UseT, 't'>, $move: () => Moved): void {
  const found: { moved: Moved } = { moved: null }
  changeBlocks(editor, () => {
    found.moved = $move()
  })
  const { moved } = found
  if (moved === 'atEdge') announce(t('galley:rich-text-ways.atEdge'))
  // Lists that meet are one by now.
  else if (moved !== null)
    announce(
      t(
        'galley:rich-text-ways.moved',
        editor.read(() => $placeOf(moved.getLatest())),
      ),
    )
}
