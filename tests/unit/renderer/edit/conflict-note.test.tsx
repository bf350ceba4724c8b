import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, it, vi } from 'vitest'
import { ConflictNote } from '../../../../renderer/screens/edit/conflict-note.tsx'
import type { DocumentSession } from '../../../../renderer/form/document-session.ts'
import { SchemaProvider } from '../../../../renderer/data/schema-context.tsx'
import { site } from '../../store/support/site.ts'
import { text } from '../../shared/build-fields.ts'
import { showFields } from '../fields/show-fields.tsx'
import { en, entryOf } from '../form/form-fixtures.ts'

const retried = vi.hoisted(() => {
  const inputs: unknown[] = []
  const call = async (name: string, input: unknown) => {
    if (name !== 'outbox.retry') return null
    inputs.push(input)
    return { outcome: 'released' }
  }
  vi.stubGlobal('galley', { call, on: () => () => undefined })
  return inputs
})
afterEach(cleanup)

const conflict = { path: 'title', locale: 'en', base: 'Old', mine: 'Mine', theirs: 'Theirs' }
let count = 0

async function show() {
  count += 1
  const entry = entryOf([en('title', 'Theirs', 'Mine')], {
    key: `e${count}`,
    locale: 'en',
    state: 'parked',
    problem: { code: 'conflict', message: '', status: null, fields: [], conflicts: [conflict] },
  })
  const session = { getSnapshot: () => ({ form: null }) } as unknown as DocumentSession
  const shown = await showFields([text('title', { localized: true })], {
    data: { title: { en: 'Theirs' } },
    view: { entries: [entry] },
    above: <ConflictNote entry={entry} session={session} />,
    around: (content) => (
      <MemoryRouter>
        <QueryClientProvider client={new QueryClient()}>
          <SchemaProvider value={site}>{content}</SchemaProvider>
        </QueryClientProvider>
      </MemoryRouter>
    ),
  })
  return { ...shown, entry }
}

const choices = () =>
  within(screen.getByRole('group', { name: 'title' }))
    .getAllByRole('radio')
    .map((one) => one.closest('label')?.textContent)
const radio = (name: RegExp) => screen.getByRole<HTMLInputElement>('radio', { name })
const save = () => screen.getByRole('button', { name: 'Save merged document' })

it('U37 (panel) what is typed in the field is a third choice, which follows it', async () => {
  const { form, entry } = await show()
  expect(choices()).toHaveLength(2)
  act(() => form.setField('title', 'Both'))
  expect(choices()).toHaveLength(3)
  fireEvent.click(radio(/^In the field now/))
  act(() => form.setField('title', 'Both of them'))
  expect(choices()[0]).toContain('Mine')
  expect(choices()[2]).toContain('Both of them')
  expect(radio(/^In the field now/).checked).toBe(true)
  fireEvent.click(save())
  await waitFor(() => expect(retried).toHaveLength(1))
  expect(retried[0]).toMatchObject({
    key: entry.key,
    choices: { title: 'now' },
    shown: [{ ...conflict, now: 'Both of them' }],
  })
})

it('U37 (panel) what is typed is a choice of its own where it is the same as theirs', async () => {
  const { form } = await show()
  act(() => form.setField('title', 'Theirs'))
  expect(choices()).toHaveLength(3)
  expect(choices()[0]).toContain('Mine')
})

it('U37 (panel) a choice for one side is asked again once something else is typed', async () => {
  const { form } = await show()
  fireEvent.click(radio(/^Theirs/))
  expect(save().getAttribute('aria-disabled')).not.toBe('true')
  act(() => form.setField('title', 'Both'))
  expect(radio(/^Theirs/).checked).toBe(false)
  expect(save().getAttribute('aria-disabled')).toBe('true')
  act(() => form.setField('title', 'Mine'))
  expect(choices()).toHaveLength(2)
})

it('U51 (part) one sentence says that somebody else changed the same field, and when', async () => {
  await show()
  const note = document.body
  expect(note.textContent).toMatch(/Someone else changed a field that you changed, too \(.+\)\./)
  expect(note.textContent?.match(/someone else/gi)).toHaveLength(1)
})
