import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { useCommand } from '../../../../renderer/commands/use-commands.ts'
import { useShortcuts } from '../../../../renderer/commands/use-shortcuts.ts'
import { bridgeOf } from '../form/form-fixtures.ts'

vi.stubGlobal('galley', bridgeOf({}).bridge)
const { NoPublish } = await import('../../../../renderer/screens/edit/document-actions.tsx')
afterEach(cleanup)

const published = vi.fn<() => void>()
function Behind({ isIdle }: { isIdle: boolean }) {
  useShortcuts()
  useCommand({
    id: 'document.publish',
    title: 'version:publish',
    shortcut: 'Mod+Shift+S',
    inDrawers: true,
    isIdle,
    run: published,
  })
  return null
}
const page = (isIdle: boolean, hasDrawer: boolean) => (
  <>
    <Behind isIdle={isIdle} />
    <input aria-label="On the screen" />
    {hasDrawer && (
      <div role="dialog" data-document-drawer>
        <NoPublish />
        <input aria-label="In the drawer" />
      </div>
    )}
  </>
)
const press = (name: string) =>
  fireEvent.keyDown(screen.getByRole('textbox', { name }), {
    key: 'S',
    code: 'KeyS',
    ctrlKey: true,
    shiftKey: true,
  })

it('the key of a publish does not reach the document behind a drawer that knows none, whatever changes there', () => {
  const { rerender } = render(page(false, true))
  press('In the drawer')
  rerender(page(true, true))
  press('In the drawer')
  expect(published).not.toHaveBeenCalled()
  rerender(page(false, false))
  press('On the screen')
  expect(published).toHaveBeenCalledOnce()
})
