import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { CallOutput } from '../../../../shared/ipc.ts'
import { text } from '../../shared/build-fields.ts'
import { bridgeOf } from '../form/form-fixtures.ts'

let answer: CallOutput<'slug.generate'>
const main = bridgeOf({ 'slug.generate': () => answer })
vi.stubGlobal('galley', main.bridge)
const { showFields } = await import('./show-fields.tsx')
const { ToastRegion } = await import('../../../../renderer/ui/toast/toast-region.tsx')

afterEach(() => {
  cleanup()
  main.calls.length = 0
})

const slug = text('slug', { label: 'Slug', slugSource: 'title', slugFromSite: true })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

async function generate(answered: CallOutput<'slug.generate'>) {
  answer = answered
  const { form } = await showFields([text('title', { label: 'Title', localized: true }), slug], {
    data: { title: { en: 'Night train', de: 'Nachtzug' }, slug: 'old' },
    around: (content) => (
      <>
        {content}
        <ToastRegion />
      </>
    ),
  })
  press('Unlock')
  press('Generate')
  await waitFor(() => expect(main.calls).toHaveLength(1))
  return form
}

describe('part of an address that the site makes in its own way', () => {
  it('is asked of the server, with the document as it is in the form', async () => {
    const form = await generate({ outcome: 'done', slug: '~NIGHT~' })
    await waitFor(() => expect(form.read('slug')).toBe('~NIGHT~'))
    expect(main.named('slug.generate')).toEqual([
      {
        ref: { kind: 'collection', slug: 'posts', id: '7' },
        locale: 'en',
        data: { title: 'Night train', slug: 'old', id: 7 },
        schemaPath: slug.schemaPath,
        text: 'Night train',
      },
    ])
  })

  it('is empty where the site makes nothing of it, as in the web admin', async () => {
    const form = await generate({ outcome: 'done', slug: null })
    await waitFor(() => expect(form.read('slug')).toBeNull())
  })

  it('stays as it was offline, and it is said why', async () => {
    const form = await generate({ outcome: 'offline' })
    await screen.findByText('Only the server can make this slug. The old one stays.')
    await screen.findByText('No connection, so this was not done. Try again once the server answers.')
    expect(form.read('slug')).toBe('old')
  })

  it('stays as it was where the site failed, in the server’s words', async () => {
    const form = await generate({ outcome: 'refused', message: 'The site could not make this address.' })
    await screen.findByText(/The site could not make this address\./)
    expect(form.read('slug')).toBe('old')
  })
})
