import { act, cleanup, render } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import * as v from 'valibot'
import type { Command } from '../../../../renderer/commands/command-registry.ts'
import { LanguageProvider } from '../../../../renderer/i18n/language-context.tsx'
import { loadTranslator } from '../../../../renderer/i18n/translator.ts'
import { calls, type CallInput } from '../../../../shared/ipc.ts'
import { bridgeOf } from '../form/form-fixtures.ts'

const main = bridgeOf({ 'menu.set': () => undefined })
vi.stubGlobal('galley', main.bridge)
const { CommandLayer } = await import('../../../../renderer/commands/use-commands.ts')
const { useMenuBar } = await import('../../../../renderer/commands/use-menu-bar.ts')
const { useCommand, useCommandList } = await import('../../../../renderer/commands/use-commands.ts')

afterEach(() => {
  cleanup()
  main.calls.length = 0
})

const run = vi.fn<() => void>()

const places: Command[] = [
  { id: 'nav-posts', kind: 'list', title: 'general:collections', run },
  { id: 'go-dashboard', kind: 'place', title: 'general:dashboard', run },
]

type Given = { isOpen: boolean; hasDrawer?: boolean; idleReason?: string | null; isPublishable?: boolean }

function Window({ isOpen, hasDrawer = false, ...given }: Given) {
  useMenuBar()
  useCommandList(places)
  return (
    <>
      <div role="dialog">
        <input aria-label="In a dialog" />
      </div>
      <button type="button">On the screen</button>
      {hasDrawer && (
        <CommandLayer value="drawer">
          <div role="dialog" data-layer="drawer">
            <InDrawer />
            <input aria-label="In a drawer" />
          </div>
        </CommandLayer>
      )}
      {isOpen && <Document {...given} />}
    </>
  )
}

/** Registered before the commands of the screen, which have the same ids. */
function InDrawer() {
  useCommand({
    id: 'document.save',
    title: 'general:save',
    inDrawers: true,
    idleReason: 'Nothing to save',
    run,
  })
  useCommand({ id: 'document.publish', title: 'version:publish', inDrawers: true, run })
  return null
}

function Document({ idleReason = null, isPublishable = true }: Pick<Given, 'idleReason' | 'isPublishable'>) {
  useCommand({ id: 'document.save', title: 'version:saveDraft', shortcut: 'Mod+S', idleReason, run })
  useCommand({ id: 'document.publish', title: 'version:publishChanges', when: () => isPublishable, run })
  return null
}

async function show(given: Given, language = 'en') {
  const content = (now: Given) => (
    <LanguageProvider language={language}>
      <Window {...now} />
    </LanguageProvider>
  )
  const { rerender } = render(content(given))
  await act(() => loadTranslator(language))
  return (now: Given) => rerender(content(now))
}

const items = () => {
  const input: CallInput<'menu.set'> = v.parse(calls['menu.set'].input, main.named('menu.set').at(-1))
  return input.items
}
const labelled = (label: string) => items().find((one) => one.label === label)

it('U53 (menu bar) has what the window can do, in its order, and shows what it cannot do now', async () => {
  await show({ isOpen: false })
  expect(items().map(({ menu, label, isEnabled }) => [menu, label, isEnabled])).toEqual([
    ['file', 'New…', false],
    ['file', 'Save', false],
    ['file', 'Publish', false],
    ['edit', 'Find…', false],
    ['view', 'Show or hide the sidebar', false],
    ['view', 'Show published', false],
    ['view', 'When this field was last changed', false],
    ['go', 'Search or run a command', false],
    ['go', 'Back', false],
    ['go', 'Forward', false],
    ['help', 'Keyboard shortcuts', false],
    ['help', 'Diagnostics', false],
    ['help', 'About Galley', false],
    ['go', 'Dashboard', true],
    ['go', 'Collections', true],
  ])
})

it('a document brings its commands, and takes them with it', async () => {
  const update = await show({ isOpen: true })
  expect(labelled('Save Draft')).toMatchObject({
    id: 'document.save',
    accelerator: 'CmdOrCtrl+S',
    isEnabled: true,
  })
  expect(labelled('Publish changes')?.isEnabled).toBe(true)
  update({ isOpen: false })
  expect(labelled('Save')).toMatchObject({ id: 'document.save', isEnabled: false })
})

it('follows what can be done now', async () => {
  const update = await show({ isOpen: true, idleReason: 'Nothing to save', isPublishable: false })
  expect([labelled('Save Draft')?.isEnabled, labelled('Publish')?.isEnabled]).toEqual([false, false])
  update({ isOpen: true, idleReason: 'Nothing to save', isPublishable: true })
  expect([labelled('Save Draft')?.isEnabled, labelled('Publish changes')?.isEnabled]).toEqual([false, true])
  update({ isOpen: true, idleReason: null, isPublishable: true })
  expect([labelled('Save Draft')?.isEnabled, labelled('Publish changes')?.isEnabled]).toEqual([true, true])
})

it('is in the language of the window', async () => {
  await show({ isOpen: true }, 'de')
  expect(items().map(({ label }) => label)).toEqual(
    expect.arrayContaining(['Neu…', 'Entwurf speichern', 'Suchen…', 'Tastenkürzel', 'Über Galley']),
  )
})

it('runs what is chosen, but for what a dialog lies over', async () => {
  await show({ isOpen: true })
  run.mockClear()
  act(() => main.emit('menu.chosen', { id: 'document.save' }))
  expect(run).toHaveBeenCalledOnce()
  document.querySelector('input')?.focus()
  act(() => main.emit('menu.chosen', { id: 'document.save' }))
  act(() => main.emit('menu.chosen', { id: 'gone' }))
  expect(run).toHaveBeenCalledOnce()
})

it('shows what a dialog lies over, and lets it be chosen once the dialog is left', async () => {
  await show({ isOpen: true })
  const enabled = () => items().flatMap(({ label, isEnabled }) => (isEnabled ? [label] : []))
  const before = enabled()
  expect(before).toEqual(expect.arrayContaining(['Save Draft', 'Dashboard', 'Collections']))
  act(() => document.querySelector('input')?.focus())
  expect(enabled()).toEqual([])
  expect(labelled('Save Draft')?.accelerator).toBe('CmdOrCtrl+S')
  act(() => document.querySelector('button')?.focus())
  expect(enabled()).toEqual(before)
})

it('with the focus in a drawer has the commands of the drawer', async () => {
  await show({ isOpen: true, hasDrawer: true })
  expect(labelled('Save Draft')?.isEnabled).toBe(true)
  act(() => document.querySelector<HTMLElement>('[data-layer] input')?.focus())
  expect([labelled('Save')?.isEnabled, labelled('Publish')?.isEnabled]).toEqual([false, true])
})

it('sends nothing where nothing has changed, and takes the items away with the window', async () => {
  const update = await show({ isOpen: true })
  const before = main.named('menu.set').length
  update({ isOpen: true })
  expect(main.named('menu.set')).toHaveLength(before)
  cleanup()
  expect(items()).toEqual([])
})
