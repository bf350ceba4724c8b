import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { useShortcutGroups, useShortcuts } from '../../../../renderer/commands/shortcuts.ts'
import { Shortcuts } from '../../../../renderer/commands/shortcut-sheet.tsx'
import { useCommand } from '../../../../renderer/commands/use-commands.ts'
import { renderInEnglish } from '../support/render-in-english.tsx'

afterEach(cleanup)

function Window() {
  const [saved, setSaved] = useState(0)
  useShortcuts()
  useCommand({
    id: 'document.save',
    title: 'general:save',
    shortcut: 'Mod+S',
    run: () => setSaved(saved + 1),
  })
  useShortcutGroups(() => [
    { id: 'rows', title: 'Rows', lines: [{ id: 'up', name: 'Move Up', shortcut: 'Alt+ArrowUp' }] },
  ])
  return (
    <>
      <input aria-label="Title" />
      <button type="button">Beside</button>
      <Shortcuts />
    </>
  )
}

const sheet = () => screen.queryByRole('dialog', { name: 'Keyboard shortcuts' })
const question = { key: '?', shiftKey: true }

describe('the sheet of shortcuts', () => {
  it('has those of the window, of the screen and of what is on it', async () => {
    await renderInEnglish(<Window />)
    fireEvent.keyDown(screen.getByRole('textbox', { name: 'Title' }), { key: '/', ctrlKey: true })
    const shown = within(screen.getByRole('dialog', { name: 'Keyboard shortcuts' }))
    expect(shown.getAllByRole('heading', { level: 3 }).map((one) => one.textContent)).toEqual([
      'Everywhere',
      'On this screen',
      'Rows',
    ])
    const lines = shown
      .getAllByRole('term')
      .map((term) => `${term.textContent.trim()}: ${term.nextSibling?.textContent ?? ''}`)
    expect(lines).toEqual(['Keyboard shortcuts: Ctrl /', 'Save: Ctrl S', 'Move Up: Alt ↑'])
  })

  it('opens by ? where nothing is typed, and by F1 everywhere', async () => {
    await renderInEnglish(<Window />)
    const input = screen.getByRole('textbox', { name: 'Title' })
    fireEvent.keyDown(input, question)
    expect(sheet()).toBeNull()
    fireEvent.keyDown(screen.getByRole('button', { name: 'Beside' }), question)
    expect(sheet()).not.toBeNull()
    fireEvent.keyDown(screen.getByRole('button', { name: 'Close' }), { key: 'F1' })
    expect(sheet()).toBeNull()
    fireEvent.keyDown(input, { key: 'F1' })
    expect(sheet()).not.toBeNull()
  })
})
