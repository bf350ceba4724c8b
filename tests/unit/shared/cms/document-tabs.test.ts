import { expect, it } from 'vitest'
import { parseTabs } from '../../../../shared/cms/document-tabs.ts'

const shown = (extra: unknown, hidesApi = false) =>
  parseTabs(extra, hidesApi).map((tab) => (tab.view === 'site' ? `${tab.key} ${tab.path}` : tab.view))

it('a site that says nothing has the three of Payload: an older companion, or none at all', () => {
  for (const extra of [undefined, null, {}, { tabs: 'edit' }, { tabs: [null, {}, 7] }])
    expect(shown(extra)).toEqual(['edit', 'versions', 'api'])
})

it('S2.13 (order) tabs of the site stand where it has put them, the others last', () => {
  const tabs = [
    { view: 'last', path: '/last' },
    { view: 'proofs', label: 'Proofs', order: 200, path: '/proofs' },
    { view: 'default', label: 'Write', order: 350 },
    { view: 'laster' },
  ]
  expect(shown({ tabs })).toEqual(['proofs /proofs', 'versions', 'edit', 'api', 'last /last', 'laster '])
  expect(parseTabs({ tabs }, false)).toContainEqual({ view: 'edit', label: 'Write' })
  expect(parseTabs({ tabs }, false)).toContainEqual({
    view: 'site',
    key: 'laster',
    label: 'Laster',
    path: '',
  })
})

it('what the site hides is not there', () => {
  expect(shown({ tabs: [{ view: 'versions', hidden: true }] })).toEqual(['edit', 'api'])
  expect(shown(null, true)).toEqual(['edit', 'versions'])
})
