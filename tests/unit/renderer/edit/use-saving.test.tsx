import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, it, vi } from 'vitest'
import type { DocumentSession } from '../../../../renderer/form/document-session.ts'
import { useForm } from '../../../../renderer/form/form-context.tsx'
import { ToastRegion } from '../../../../renderer/ui/toast/toast-region.tsx'
import type { Field } from '../../../../shared/cms/schema-model.ts'
import { text } from '../../shared/build-fields.ts'
import { site } from '../../store/support/site.ts'
import { showFields } from '../fields/show-fields.tsx'

vi.stubGlobal('galley', { call: async () => undefined, on: () => () => undefined })
const { SchemaProvider } = await import('../../../../renderer/data/schema-context.tsx')
const { useSaving } = await import('../../../../renderer/screens/edit/use-saving.ts')

afterEach(cleanup)

/** Renders fields below a button that saves, with the toasts. */
const show = (fields: Field[], button: ReactNode) =>
  showFields(fields, {
    above: (
      <MemoryRouter>
        <QueryClientProvider client={new QueryClient()}>
          <SchemaProvider value={site}>
            {button}
            <ToastRegion />
          </SchemaProvider>
        </QueryClientProvider>
      </MemoryRouter>
    ),
  })

function Save() {
  const form = useForm()
  const session = {
    key: 'posts/7',
    save: async () => ({ saved: form.validate().length === 0, locale: 'en' }),
  } as unknown as DocumentSession
  const { run } = useSaving(session)
  return <button onClick={() => void run('save')}>Save</button>
}

function SaveWithoutFile({ held }: { held: 'failed' | 'cancelled' }) {
  const session = { key: 'media/7', save: async () => ({ saved: false, held }) } as unknown as DocumentSession
  const { run } = useSaving(session)
  return <button onClick={() => void run('save')}>Save</button>
}

it.each([
  ['failed', ['Not saved, since the file was not copied.']],
  ['cancelled', []],
] as const)(
  'U56 a save that waited for a file in vain (%s) says so, but for discarded edits',
  async (held, said) => {
    await show([], <SaveWithoutFile held={held} />)
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Save' })))
    const toasts = screen.queryAllByRole('alertdialog').map((toast) => toast.textContent)
    expect(toasts).toEqual(said.map((words): unknown => expect.stringContaining(words)))
  },
)

it('U24 that fields are not valid is said until they are mended', async () => {
  await show([text('title', { label: 'Title', required: true })], <Save />)
  const toasts = () => screen.queryAllByRole('alertdialog')
  const save = () => act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Save' })))
  await save()
  await save()
  await waitFor(() => expect(toasts()).toHaveLength(1))
  fireEvent.change(screen.getByRole('textbox', { name: /^Title/ }), { target: { value: 'Kiruna' } })
  await waitFor(() => expect(toasts()).toHaveLength(0))
})
