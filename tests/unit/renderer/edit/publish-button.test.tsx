import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, it, vi } from 'vitest'
import type { DocumentSession } from '../../../../renderer/form/document-session.ts'
import { text } from '../../shared/build-fields.ts'
import { allPermissions } from '../../shared/all-permissions.ts'
import { site } from '../../store/support/site.ts'
import { showFields } from '../fields/show-fields.tsx'
import { manual } from '../form/form-fixtures.ts'

/* The publish button and its menu, by what the site says of publishing a locale. */

vi.stubGlobal('galley', {
  call: async () => null,
  on: () => () => undefined,
})
const { DocumentActions } = await import('../../../../renderer/screens/edit/document-actions.tsx')
const { SchemaProvider } = await import('../../../../renderer/data/schema-context.tsx')

afterEach(cleanup)

async function show(publishesActive: boolean, localized: boolean): Promise<string[]> {
  const saved: string[] = []
  const session = {
    save: async (mode: string, locale: string | null) => {
      saved.push(`${mode} ${locale}`)
      return { saved: true }
    },
  } as unknown as DocumentSession
  const localization = site.localization && {
    ...site.localization,
    ...(publishesActive && { publishesActive }),
  }
  const { form } = await showFields([text('title', { localized })], {
    locale: 'en',
    versions: manual.versions,
    view: {
      permissions: { answer: allPermissions, isOfNow: true, fulfils: { update: null, delete: null } },
    },
    around: (children) => (
      <MemoryRouter initialEntries={['/collections/posts/7?locale=en']}>
        <QueryClientProvider client={new QueryClient()}>
          <SchemaProvider value={{ ...site, localization }}>{children}</SchemaProvider>
        </QueryClientProvider>
      </MemoryRouter>
    ),
    above: <DocumentActions session={session} />,
  })
  form.setField('title', 'Other')
  return saved
}

async function press(name: string): Promise<void> {
  const button = await screen.findByRole('button', { name })
  await waitFor(() => expect(button.getAttribute('aria-disabled')).not.toBe('true'))
  fireEvent.click(button)
}

async function choose(item: string): Promise<void> {
  fireEvent.click(await screen.findByRole('button', { name: 'More publish options' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: item }))
}

it('publishes the locale on the screen if the site says so, and all of them from the menu (F89)', async () => {
  const saved = await show(true, true)
  await press('Publish in English when online')
  await waitFor(() => expect(saved).toEqual(['publish-locale en']))
  await choose('Publish all locales')
  await waitFor(() => expect(saved).toEqual(['publish-locale en', 'publish en']))
})

it('publishes all locales otherwise, and the one on the screen from the menu (F89)', async () => {
  const saved = await show(false, true)
  await press('Publish when online')
  await waitFor(() => expect(saved).toEqual(['publish en']))
  await choose('Publish in English')
  await waitFor(() => expect(saved).toEqual(['publish en', 'publish-locale en']))
})

it('publishes the document if no field of it has a value per locale, whatever the site says (F89)', async () => {
  const saved = await show(true, false)
  await press('Publish when online')
  await waitFor(() => expect(saved).toEqual(['publish en']))
  fireEvent.click(await screen.findByRole('button', { name: 'More publish options' }))
  await screen.findByRole('menu')
  expect(screen.queryByRole('menuitem', { name: /Publish (in|all)/ })).toBeNull()
})
