import { cleanup } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { available, commands } from '../../../../renderer/commands/command-registry.ts'
import {
  ActionCommands,
  menuItems,
  type DocumentAction,
} from '../../../../renderer/screens/edit/document-action.tsx'
import { renderInEnglish } from '../support/render-in-english.tsx'

afterEach(cleanup)

it('an action of a document’s menu is a command of the palette, as long as it is there and can be used', async () => {
  const onAction = vi.fn<() => void>()
  const actions: DocumentAction[] = [
    { id: 'publish-locale', title: 'version:publishIn', titleVars: { locale: 'German' }, onAction },
    { id: 'schedule', title: 'version:schedulePublish', disabledReason: 'Needs the server', onAction },
  ]
  const { unmount } = await renderInEnglish(<ActionCommands actions={actions} />)
  const listed = available(commands.all())
  expect(listed.map(({ id, title, titleVars }) => [id, title, titleVars])).toEqual([
    ['document.publish-locale', 'version:publishIn', { locale: 'German' }],
  ])
  listed[0]?.run()
  expect(onAction).toHaveBeenCalledTimes(1)
  unmount()
  expect(available(commands.all())).toEqual([])
  const said = menuItems(actions, (key, vars) => `${key} ${JSON.stringify(vars ?? {})}`)
  expect(said.map(({ label, disabledReason }) => [label, disabledReason])).toEqual([
    ['version:publishIn {"locale":"German"}', undefined],
    ['version:schedulePublish {}', 'Needs the server'],
  ])
})
