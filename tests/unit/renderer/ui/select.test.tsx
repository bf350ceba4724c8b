import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { Select } from '../../../../renderer/ui/select/select.tsx'
import { renderInEnglish } from '../support/render-in-english.tsx'

afterEach(cleanup)

const harbours = [
  'Tromsø',
  'Bodø',
  'Ålesund',
  'Bergen',
  'Porto',
  'Cádiz',
  'Genova',
  'Piräus',
  'Oslo',
  'Malmö',
  'Gdańsk',
  'Riga',
  'Turku',
]
const options = harbours.map((label, index) => ({ value: String(index), label }))

function One({ count = options.length }: { count?: number }) {
  const [value, setValue] = useState<string | null>(null)
  return <Select label="Harbour" options={options.slice(0, count)} value={value} onChange={setValue} />
}
function Many() {
  const [value, setValue] = useState<string[]>([])
  return <Select label="Harbours" multiple options={options} value={value} onChange={setValue} />
}
const shown = () =>
  within(screen.getByRole('listbox'))
    .queryAllByRole('option')
    .map((option) => option.textContent)
const type = (words: string) => fireEvent.change(screen.getByRole('searchbox'), { target: { value: words } })
const press = (key: string) => {
  const focused = document.activeElement ?? document.body
  fireEvent.keyDown(focused, { key })
  fireEvent.keyUp(focused, { key })
}

it('a long list is searched by any part of a name, whatever its accents; an arrow and Enter take what is found', async () => {
  await renderInEnglish(<One />)
  fireEvent.click(screen.getByRole('button', { name: /Harbour/ }))
  expect(document.activeElement).toBe(screen.getByRole('searchbox'))
  expect(shown()).toEqual(harbours)
  type('London')
  await waitFor(() => expect(shown()).toEqual(['No options']))
  type('ira')
  await waitFor(() => expect(shown()).toEqual(['Piräus']))
  press('ArrowDown')
  press('Enter')
  await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull())
  expect(screen.getByRole('button', { name: /Harbour/ }).textContent).toContain('Piräus')
})

it('of several that are chosen by search, those of before stay', async () => {
  await renderInEnglish(<Many />)
  fireEvent.click(screen.getByRole('button', { name: /Harbours/ }))
  for (const [words, name] of [
    ['cad', 'Cádiz'],
    ['alm', 'Malmö'],
  ] as const) {
    type(words)
    await waitFor(() => expect(shown()).toEqual([name]))
    fireEvent.click(screen.getByRole('option', { name }))
  }
  press('Escape')
  type('')
  press('Escape')
  await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull())
  expect(screen.getByRole('list').textContent).toBe('CádizMalmö')
})

it('a short list has nothing to search', async () => {
  await renderInEnglish(<One count={12} />)
  fireEvent.click(screen.getByRole('button', { name: /Harbour/ }))
  expect(screen.getAllByRole('option')).toHaveLength(12)
  expect(screen.queryByRole('searchbox')).toBeNull()
})
