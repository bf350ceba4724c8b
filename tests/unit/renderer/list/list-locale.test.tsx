import { cleanup, fireEvent, screen } from '@testing-library/react'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { afterEach, expect, it } from 'vitest'
import { SchemaProvider } from '../../../../renderer/data/schema-context.tsx'
import { ListLocale } from '../../../../renderer/fields/document-table/list-locale.tsx'
import { collection, text } from '../../shared/build-fields.ts'
import { site } from '../../store/support/site.ts'
import { renderInEnglish } from '../support/render-in-english.tsx'

afterEach(cleanup)

const localized = collection([text('title', { localized: true })])

async function show(collections: (typeof localized)[]): Promise<void> {
  function Where() {
    return <p>{useLocation().search}</p>
  }
  await renderInEnglish(
    <MemoryRouter initialEntries={['/collections/posts?locale=en&page=2']}>
      <SchemaProvider value={site}>
        <ListLocale collections={collections} />
        <Where />
      </SchemaProvider>
    </MemoryRouter>,
  )
}

it('a list says in which locale its documents are shown, and another one can be chosen there', async () => {
  await show([collection([text('name')]), localized])
  fireEvent.click(screen.getByRole('button', { name: 'Locale: en English' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Deutsch' }))
  expect(screen.getByText('?locale=de&page=2')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Locale: de Deutsch' })).toBeTruthy()
})

it('but not where no field of theirs has several', async () => {
  await show([collection([text('name')])])
  expect(screen.queryByRole('button')).toBeNull()
})
