import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { CommandLayer, useCommand } from '../../../../renderer/commands/use-commands.ts'
import { useShortcuts } from '../../../../renderer/commands/shortcuts.ts'

const ran: string[] = []
afterEach(() => {
  cleanup()
  ran.length = 0
})

type SaveProps = { of: string; id?: string; title?: string; isThere?: boolean }
function Save({ of, id = 'document.save', title = 'general:save', isThere = true }: SaveProps) {
  useCommand({
    id,
    title,
    shortcut: id === 'document.save' ? 'Mod+S' : 'Mod+Shift+S',
    inDrawers: true,
    when: () => isThere,
    run: () => ran.push(`${id} of ${of}`),
  })
  return null
}
function Keys() {
  useShortcuts()
  return null
}
const page = (title: string, canSave = true) => (
  <>
    <Keys />
    <input aria-label="On the screen" />
    <CommandLayer value="upper">
      <div role="dialog" data-layer="upper">
        <Save of="the drawer" isThere={canSave} />
        <input aria-label="In the drawer" />
        <div role="alertdialog">
          <input aria-label="In a question" />
        </div>
      </div>
    </CommandLayer>
    <Save of="the screen" title={title} />
    <Save of="the screen" id="document.publish" title={title} />
  </>
)
const press = (name: string, shiftKey = false) =>
  fireEvent.keyDown(screen.getByRole('textbox', { name }), {
    key: shiftKey ? 'S' : 's',
    code: 'KeyS',
    ctrlKey: true,
    shiftKey,
  })

it('keys in a drawer are of what is in it, whatever is registered behind it, then or later', () => {
  const { rerender } = render(page('general:save'))
  press('In the drawer')
  // It is registered again.
  rerender(page('version:saveDraft'))
  press('In the drawer')
  // A command of the document behind.
  press('In the drawer', true)
  press('In a question')
  expect(ran).toEqual(['document.save of the drawer', 'document.save of the drawer'])
  rerender(page('version:saveDraft', false))
  press('In the drawer')
  expect(ran).toHaveLength(2)
  press('On the screen', true)
  expect(ran.at(-1)).toBe('document.publish of the screen')
})
