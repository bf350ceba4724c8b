import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { LanguageProvider } from '../../../../renderer/i18n/language-context.tsx'
import { loadTranslator } from '../../../../renderer/i18n/translator.ts'
import { SchemaProvider } from '../../../../renderer/data/schema-context.tsx'
import { MemoryRouter } from 'react-router-dom'
import type { VersionRow } from '../../../../shared/ipc.ts'
import { site } from '../../store/support/site.ts'

vi.stubGlobal('galley', { call: async () => null, on: () => () => undefined })
const { LineOfTime } = await import('../../../../renderer/screens/compare/time/line-of-time.tsx')

const version = (id: string, updatedAt: string): VersionRow => ({
  id,
  updatedAt,
  status: 'draft',
  autosave: false,
  publishedLocale: null,
  latest: false,
})
const versions = [
  version('a', '2026-01-01T10:00:00.000Z'),
  version('b', '2026-01-01T10:01:00.000Z'),
  version('c', '2026-03-01T10:00:00.000Z'),
  version('d', '2026-03-01T12:00:00.000Z'),
]
afterEach(cleanup)

async function show(language: 'en' | 'ar', viewed = 'd') {
  const seen: string[] = []
  function Line() {
    const [now, setNow] = useState(viewed)
    return (
      <LineOfTime
        versions={versions}
        page={null}
        names={{ of: (id) => (id === 'b' ? 'Before the fair' : null), set: () => undefined }}
        viewed={now}
        comparedWith="a"
        withScreen={false}
        onView={(id) => {
          seen.push(id)
          setNow(id)
        }}
      />
    )
  }
  await loadTranslator(language)
  render(
    <LanguageProvider language={language}>
      <MemoryRouter>
        <SchemaProvider value={site}>
          <Line />
        </SchemaProvider>
      </MemoryRouter>
    </LanguageProvider>,
  )
  await screen.findByRole('listbox')
  return seen
}

const stop = (at: number) => screen.getAllByRole('option')[at] ?? document.body
const press = (key: string, more = {}) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key, ...more })

describe('the line of time', () => {
  it('is one stop of Tab, at the version that is looked at', async () => {
    await show('en', 'c')
    expect(screen.getAllByRole('option').map((one) => one.tabIndex)).toEqual([-1, -1, 0, -1])
    expect(stop(1).getAttribute('aria-label')).toContain('Before the fair')
    expect(stop(1).dataset['tooltip']).toBe(stop(1).getAttribute('aria-label'))
  })

  it('goes from version to version by arrows, Home and End, and by a press', async () => {
    const seen = await show('en')
    stop(3).focus()
    for (const key of ['ArrowRight', 'ArrowLeft', 'ArrowLeft', 'Home', 'ArrowLeft', 'ArrowRight', 'End'])
      press(key)
    expect(seen).toEqual(['c', 'b', 'a', 'b', 'd'])
    expect(document.activeElement).toBe(stop(3))
    for (const key of ['Enter', ' ']) press(key)
    press('ArrowLeft', { ctrlKey: true })
    expect(seen).toHaveLength(5)
    fireEvent.click(stop(0))
    fireEvent.click(stop(0))
    expect(seen.at(-1)).toBe('a')
    expect(seen).toHaveLength(6)
  })

  it('goes the way that the arrow points where the newest is at the left', async () => {
    const seen = await show('ar', 'b')
    stop(1).focus()
    press('ArrowLeft')
    press('ArrowRight')
    expect(seen).toEqual(['c', 'b'])
  })

  it('looks at the version that a held key ends on, and at none on the way', async () => {
    const seen = await show('en')
    stop(3).focus()
    press('ArrowLeft')
    press('ArrowLeft', { repeat: true })
    press('ArrowLeft', { repeat: true })
    expect(document.activeElement).toBe(stop(0))
    expect(seen).toEqual(['c'])
    fireEvent.keyUp(stop(0), { key: 'ArrowLeft' })
    expect(seen).toEqual(['c', 'a'])
  })

  it('is longer where more time went by', async () => {
    await show('en')
    const lengths = screen.getAllByRole('option').map((one) => Number(one.parentElement?.style.flexGrow))
    expect(lengths[0]).toBe(0)
    expect(lengths[2]).toBeGreaterThan(lengths[3] ?? 0)
    expect(lengths[3]).toBeGreaterThan(lengths[1] ?? 0)
  })
})
