import { $insertList, $removeList } from '@lexical/list'
import type { ListType } from '@lexical/list'
import { createCommand } from 'lexical'
import type { LexicalCommand, LexicalEditor } from 'lexical'
import { Hash, List, ListChecks, ListOrdered, SquareCheck } from 'lucide-react'
import type { RichTextEditor } from '../../../../shared/cms/schema-model.ts'
import type { UseT } from '../../../i18n/use-t.ts'
import type { EditorCommand } from '../../feature.ts'
import { $numberedList, $selectedCheckItems, $selectedListType } from './list-selection.ts'

/** Asks for the first number of the list that the caret is in. */
export const OPEN_LIST_START: LexicalCommand<void> = createCommand('OPEN_LIST_START')

export function listCommands({ features }: RichTextEditor, { t }: UseT): EditorCommand[] {
  const all: EditorCommand[] = []
  const places = ['toolbar', 'floating', 'slash'] as const
  if (features.includes('orderedList')) {
    all.push({
      ...list('number'),
      id: 'list.number',
      label: t('galley:richTextLists.number'),
      icon: ListOrdered,
      shortcut: 'Mod+Shift+7',
      words: ['ordered list', 'ol', 'number', '1.'],
      places,
    })
  }
  if (features.includes('unorderedList')) {
    all.push({
      ...list('bullet'),
      id: 'list.bullet',
      label: t('galley:richTextLists.bullet'),
      icon: List,
      shortcut: 'Mod+Shift+8',
      words: ['unordered list', 'ul', 'bullet', '-'],
      places,
    })
  }
  if (features.includes('checklist')) {
    all.push({
      ...list('check'),
      id: 'list.check',
      label: t('galley:richTextLists.check'),
      icon: ListChecks,
      shortcut: 'Mod+Shift+9',
      words: ['check list', 'checklist', 'cl', 'todo', '[]'],
      places,
    })
    all.push({
      id: 'list.checked',
      group: 'list',
      label: t('galley:richTextLists.checked'),
      icon: SquareCheck,
      shortcut: 'Mod+Enter',
      places: [],
      run: (editor) => editor.update($toggleChecked),
      $isActive: () => $selectedCheckItems().some((item) => item.getChecked()),
      $isEnabled: () => $selectedCheckItems().length > 0,
    })
  }
  // Added last, so that it is shown behind the types of lists.
  if (features.includes('orderedList')) {
    all.push({
      id: 'list.start',
      group: 'list',
      label: t('galley:richTextLists.start'),
      icon: Hash,
      words: ['start', 'first number', 'continue', 'restart'],
      places: ['slash'],
      run: (editor) => editor.dispatchCommand(OPEN_LIST_START, undefined),
      $isEnabled: () => $numberedList() !== null,
    })
  }
  return all
}

function list(type: ListType): Pick<EditorCommand, 'group' | 'run' | '$isActive'> {
  return {
    group: 'list',
    run: (editor: LexicalEditor) => editor.update(() => $toggleList(type)),
    $isActive: () => $selectedListType() === type,
  }
}

/** Turns the selected blocks into lists of that type; into paragraphs if all are such lists already. */
export function $toggleList(type: ListType): void {
  if ($selectedListType() === type) $removeList()
  else $insertList(type)
}

/** Checks all selected boxes; unchecks them if all are checked. */
function $toggleChecked(): void {
  const items = $selectedCheckItems()
  const checked = items.some((item) => item.getChecked() === false)
  for (const item of items) item.setChecked(checked)
}
