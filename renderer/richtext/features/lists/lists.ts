import { ListItemNode, ListNode, UPDATE_LIST_START_COMMAND, registerList } from '@lexical/list'
import { COMMAND_PRIORITY_NORMAL, mergeRegister, type EditorThemeClasses } from 'lexical'
import { listStart } from '../../../../shared/fields/richText/lists.ts'
import type { EditorFeature } from '../../feature.ts'
import { registerCheckItems } from './check-items.ts'
import { listCommands } from './list-commands.ts'
import { registerListKeys } from './list-keys.ts'
import { ListParts } from './list-parts.tsx'
import styles from './lists.module.css'

const name = (key: string): string => styles[key] ?? ''

const listTheme: EditorThemeClasses = {
  list: {
    ul: name('list'),
    ol: name('list'),
    checklist: name('checklist'),
    listitem: name('item'),
    listitemChecked: name('checked'),
    listitemUnchecked: name('unchecked'),
    nested: { listitem: name('nested') },
  },
}

/** Numbered, bulleted and check lists. */
export const lists: EditorFeature = {
  name: 'lists',
  nodes: [ListNode, ListItemNode],
  theme: listTheme,
  isOffered: ({ features }) =>
    (['orderedList', 'unorderedList', 'checklist'] as const).some((one) => features.includes(one)),
  register: (editor, config) =>
    mergeRegister(
      registerListKeys(editor, config),
      registerCheckItems(editor),
      registerList(editor),
      // A list starts at a whole number, at least zero; any other start is refused (S5.24).
      editor.registerCommand(
        UPDATE_LIST_START_COMMAND,
        ({ newStart }) => !Number.isInteger(newStart) || newStart < 0,
        COMMAND_PRIORITY_NORMAL,
      ),
      editor.registerNodeTransform(ListNode, (list) => {
        const start = list.getStart()
        const read = listStart({ start })
        if (start !== read) list.setStart(read)
      }),
    ),
  Beside: ListParts,
  commands: listCommands,
}
