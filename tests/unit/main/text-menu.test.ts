import { expect, test, vi } from 'vitest'
import { textMenu } from '../../../main/windows/text-menu.ts'

// Electron is not there in a unit test; only what the menu is made of is asked.
vi.mock('electron', () => ({ Menu: {} }))

const editFlags = {
  canUndo: true,
  canRedo: false,
  canCut: true,
  canCopy: true,
  canPaste: false,
  canDelete: true,
  canSelectAll: true,
  canEditRichly: true,
}
const asked = {
  isEditable: true,
  selectionText: 'teh',
  misspelledWord: 'teh',
  dictionarySuggestions: ['the', 'tech', 'ten', 'tea', 'he', 'meh'],
  editFlags,
}
const labels = (items: ReturnType<typeof textMenu>) => items?.map(({ label, type }) => label ?? type)

test('in a text that can be edited: five words that may have been meant, and the clipboard', () => {
  const replace = vi.fn<(word: string) => void>()
  const menu = textMenu(asked, 'en', replace)
  expect(labels(menu)).toEqual([
    'the',
    'tech',
    'ten',
    'tea',
    'he',
    'separator',
    'Cut',
    'Copy',
    'Paste',
    'Paste without formatting',
    'separator',
    'Select all',
  ])
  expect(menu?.find(({ label }) => label === 'Paste')?.enabled).toBe(false)
  const [first] = menu ?? []
  Reflect.apply(first?.click ?? (() => undefined), undefined, [])
  expect(replace).toHaveBeenCalledWith('the')
})

test('a word without suggestions says so, in the language of the app', () => {
  expect(labels(textMenu({ ...asked, dictionarySuggestions: [] }, 'de', () => undefined))?.[0]).toBe(
    'Keine Vorschläge',
  )
})

test('elsewhere what is selected can be copied, and without a selection there is no menu', () => {
  const reading = { ...asked, isEditable: false, misspelledWord: '', dictionarySuggestions: [] }
  expect(labels(textMenu(reading, 'fr', () => undefined))).toEqual(['Copier'])
  expect(textMenu({ ...reading, selectionText: ' ' }, 'en', () => undefined)).toBeNull()
})
