import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { SchemaProblem } from '../../../../shared/cms/schema-problem.ts'
import type { ConnectionState, RefreshResult } from '../../../../shared/ipc.ts'
import { LanguageProvider } from '../../../../renderer/i18n/language-context.tsx'
import { loadTranslator } from '../../../../renderer/i18n/translator.ts'
import { bridgeOf } from '../form/form-fixtures.ts'

const online: ConnectionState = { status: 'online', since: '', lastContact: null, problem: null }
let answer: RefreshResult
const main = bridgeOf({
  'connection.get': () => online,
  'session.get': () => null,
  'schema.refresh': () => answer,
})
vi.stubGlobal('galley', main.bridge)
const { createQueryClient } = await import('../../../../renderer/data/query-client.ts')
const { SchemaProvider } = await import('../../../../renderer/data/schema-context.tsx')
const { SchemaGate } = await import('../../../../renderer/app/schema-gate.tsx')

function show(reason: SchemaProblem, path = '/'): void {
  answer = { outcome: 'unreadable', reason }
  render(
    <QueryClientProvider client={createQueryClient()}>
      <LanguageProvider language="de">
        <SchemaProvider value={null}>
          <MemoryRouter initialEntries={[path]}>
            <SchemaGate>the screens</SchemaGate>
          </MemoryRouter>
        </SchemaProvider>
      </LanguageProvider>
    </QueryClientProvider>,
  )
}

async function showInGerman(reason: SchemaProblem): Promise<string | null> {
  show(reason)
  await act(() => loadTranslator('de'))
  return (await screen.findByRole('alert')).textContent
}

describe('F34 a schema that cannot be worked with', () => {
  afterEach(cleanup)

  it.each<[SchemaProblem, string]>([
    [
      { code: 'answer', place: 'config.collections' },
      'die Antwort des Servers ist bei „config.collections“ nicht lesbar.',
    ],
    [{ code: 'depth', limit: 40 }, 'seine Felder sind mehr als 40 Ebenen tief verschachtelt.'],
    [{ code: 'fields', limit: 50_000 }, 'es hat mehr als 50.000 Felder.'],
    [{ code: 'chain', limit: 800 }, 'seine Blöcke verweisen in einer zu langen Kette aufeinander.'],
  ])('F34 is said in the language of the windows: %j', async (reason, words) => {
    const text = await showInGerman(reason)
    expect(text).toContain('Die Sammlungen des Servers konnten nicht gelesen werden')
    expect(text).toContain(`Galley kann mit dem Schema dieses Servers nicht arbeiten: ${words}`)
    expect(text).not.toContain('the screens')
    expect(screen.getByRole('button', { name: 'Noch einmal versuchen' })).toBeTruthy()
  })

  it('does not keep anybody from diagnostics', async () => {
    show({ code: 'depth', limit: 40 }, '/diagnostics')
    await act(() => loadTranslator('de'))
    expect(await screen.findByText('the screens')).toBeTruthy()
  })
})
