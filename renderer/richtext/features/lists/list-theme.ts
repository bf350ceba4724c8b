import type { EditorThemeClasses } from 'lexical'
import styles from './lists.module.css'

const name = (key: string): string => styles[key] ?? ''

export const listTheme: EditorThemeClasses = {
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
