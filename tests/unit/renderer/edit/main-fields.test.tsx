import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { text } from '../../shared/build-fields.ts'
import { inSite, resetSite } from '../fields/relation-site.tsx'
import { showFields } from '../fields/show-fields.tsx'

const { MainFields } = await import('../../../../renderer/screens/edit/main-fields.tsx')

beforeEach(resetSite)
afterEach(cleanup)

const ignore = () => undefined

it('what the site says of a collection stands above the fields of its documents', async () => {
  await showFields([], {
    entity: {
      description: { en: 'Stories of the magazine.', de: 'Geschichten des Magazins.' },
      fields: [text('name', { label: 'Name' })],
    },
    around: inSite({ edit: ignore, create: ignore, readAhead: ignore }),
    above: <MainFields docRef={{ kind: 'collection', slug: 'posts', id: '7' }} />,
  })
  const box = await screen.findByRole('textbox', { name: 'Name' })
  const words = screen.getByText('Stories of the magazine.')
  expect(words.compareDocumentPosition(box)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})
