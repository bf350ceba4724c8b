import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { useOptionSearch } from '../../../../renderer/ui/option-search/use-option-search.ts'
import { renderInEnglish } from '../support/render-in-english.tsx'

afterEach(cleanup)

const OPTIONS = Array.from({ length: 25 }, (_, at) => String(at + 1))

function Search() {
  const search = useOptionSearch({
    typed: '',
    setTyped: () => undefined,
    options: OPTIONS,
    idOf: (option) => option,
    onTake: () => undefined,
  })
  return (
    <>
      <input {...search.inputProps} aria-label="Search" />
      <div {...search.listProps} aria-label="Found">
        {OPTIONS.map((option) => (
          <div key={option} {...search.optionProps(option)} aria-selected={option === search.chosen}>
            {option}
          </div>
        ))}
      </div>
    </>
  )
}

it('U32 (part) the keys of a page go past several options, and stop at the ends', async () => {
  await renderInEnglish(<Search />)
  const box = screen.getByRole('combobox', { name: 'Search' })
  const chosen = () => document.getElementById(box.getAttribute('aria-activedescendant') ?? '')?.textContent
  const after = (...keys: string[]) => {
    for (const key of keys) fireEvent.keyDown(box, { key })
    return chosen()
  }
  expect(after()).toBe('1')
  expect(after('PageDown')).toBe('11')
  expect(after('ArrowDown', 'PageDown', 'PageDown')).toBe('25')
  expect(after('PageUp')).toBe('15')
  expect(after('PageUp', 'PageUp')).toBe('1')
})
