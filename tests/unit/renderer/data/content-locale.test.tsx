import { cleanup, fireEvent, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { useContentLocale } from '../../../../renderer/data/content-locale.ts'
import { contentLocalePreference } from '../../../../renderer/data/preferences.ts'
import { SchemaProvider } from '../../../../renderer/data/schema-context.tsx'
import type { SiteSchema } from '../../../../shared/cms/schema-model.ts'
import { site } from '../../store/support/site.ts'
import { renderInEnglish } from '../support/render-in-english.tsx'

beforeEach(() => contentLocalePreference.set(null))
afterEach(cleanup)

function Locale() {
  const { locale, locales, setLocale } = useContentLocale()
  return (
    <>
      <output>{locale}</output>
      {locales.map(({ code }) => (
        <button type="button" key={code} onClick={() => setLocale(code)}>
          {code}
        </button>
      ))}
    </>
  )
}

async function localeAt(address: string, schema: SiteSchema = site): Promise<string | null> {
  cleanup()
  await renderInEnglish(
    <MemoryRouter initialEntries={[address]}>
      <SchemaProvider value={schema}>
        <Locale />
      </SchemaProvider>
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
})

it('one that the person is not offered any more is passed over', async () => {
  contentLocalePreference.set('de')
  const { localization } = site
  if (localization === null) throw new Error('no localization')
  const locales = localization.locales.map((one) =>
    one.code === 'de' ? { ...one, hidden: true as const } : one,
  )
  expect(await localeAt('/', { ...site, localization: { ...localization, locales } })).toBe('en')
  contentLocalePreference.set('xx')
  expect(await localeAt('/')).toBe('en')
})
