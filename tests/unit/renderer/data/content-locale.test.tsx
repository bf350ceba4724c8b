import { cleanup, fireEvent, screen } from '@testing-library/react'
import { MemoryRouter, useNavigate } from 'react-router-dom'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { useContentLocale } from '../../../../renderer/data/content-locale.tsx'
import { AccountProvider } from '../../../../renderer/data/account-context.tsx'
import { keepContentLocale } from '../../../../renderer/data/preferences.ts'
import { SchemaProvider } from '../../../../renderer/data/schema-context.tsx'
import { site } from '../../store/support/site.ts'
import { renderInEnglish } from '../support/render-in-english.tsx'

beforeEach(() => keepContentLocale(ines, ''))
afterEach(cleanup)

const server = { id: 's', url: 'https://cms.test', name: 'Test', waiting: 0, lastIdentifier: null }
const ines = { server, collection: 'users', userId: '1', label: 'Ines' }

function Locale() {
  const { locale, locales, setLocale } = useContentLocale()
  const navigate = useNavigate()
  return (
    <>
      <button type="button" onClick={() => void navigate(-1)}>
        Back
      </button>
      <output>{locale}</output>
      {locales.map(({ code }) => (
        <button type="button" key={code} onClick={() => setLocale(code)}>
          {code}
        </button>
      ))}
    </>
  )
}

async function localeAt(address: string, { schema = site, who = ines } = {}): Promise<string | null> {
  cleanup()
  await renderInEnglish(
    <MemoryRouter initialEntries={[address]}>
      <AccountProvider value={who}>
        <SchemaProvider value={schema}>
          <Locale />
        </SchemaProvider>
      </AccountProvider>
    </MemoryRouter>,
  )
  return screen.getByRole('status').textContent
}

it('a screen whose address names no content locale shows the one that was chosen last, else the site’s', async () => {
  expect(await localeAt('/')).toBe('en')
  fireEvent.click(screen.getByRole('button', { name: 'de' }))
  expect(screen.getByRole('status').textContent).toBe('de')
  expect(await localeAt('/collections/posts')).toBe('de')
  expect(await localeAt('/collections/posts?locale=en')).toBe('en')
  // Each person of each site has their own.
  expect(await localeAt('/', { who: { ...ines, userId: '2' } })).toBe('en')
})

it('the way back leads to the locale of before, also where its address named none', async () => {
  expect(await localeAt('/')).toBe('en')
  fireEvent.click(screen.getByRole('button', { name: 'de' }))
  fireEvent.click(screen.getByRole('button', { name: 'Back' }))
  expect(screen.getByRole('status').textContent).toBe('en')
})

it('one that the person is not offered any more is passed over', async () => {
  keepContentLocale(ines, 'de')
  const { localization } = site
  if (localization === null) throw new Error('no localization')
  const locales = localization.locales.map((one) =>
    one.code === 'de' ? { ...one, hidden: true as const } : one,
  )
  expect(await localeAt('/', { schema: { ...site, localization: { ...localization, locales } } })).toBe('en')
  keepContentLocale(ines, 'xx')
  expect(await localeAt('/')).toBe('en')
})
