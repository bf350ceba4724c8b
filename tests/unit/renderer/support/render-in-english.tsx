import { act, render, type RenderResult } from '@testing-library/react'
import type { ReactNode } from 'react'
import { LanguageProvider } from '../../../../renderer/i18n/language-context.tsx'
import { loadTranslator } from '../../../../renderer/i18n/translator.ts'

/**
 * Renders with the texts of the app. The content is there when this is done, and so are its effects: React would
 * otherwise run them some time after the language appeared.
 */
export async function renderInEnglish(content: ReactNode): Promise<RenderResult> {
  const inEnglish = (inner: ReactNode) => <LanguageProvider language="en">{inner}</LanguageProvider>
  const result = render(inEnglish(content))
  await act(() => loadTranslator('en'))
  return { ...result, rerender: (next) => result.rerender(inEnglish(next)) }
}
