import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { LanguageProvider } from '../../../../renderer/i18n/language-context.tsx'
import { languages } from '../../../../renderer/i18n/languages.ts'

afterEach(cleanup)

it.each(Object.keys(languages))(
  'S9.19 the page runs from right to left in Arabic, Persian and Hebrew, and from left to right in all others: %s',
  async (language) => {
    document.documentElement.dir = ''
    render(<LanguageProvider language={language}>shown</LanguageProvider>)
    await screen.findByText('shown')
    expect(document.documentElement.dir).toBe(['ar', 'fa', 'he'].includes(language) ? 'rtl' : 'ltr')
  },
)
