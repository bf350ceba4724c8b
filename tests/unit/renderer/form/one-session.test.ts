import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { makeRef } from '../../../../shared/cms/doc-ref.ts'
import { de } from '../../store/support/site.ts'
import { openRealStore, send, settle } from './real-store.ts'

let real: ReturnType<typeof openRealStore>
beforeEach(() => {
  vi.useFakeTimers()
  real = openRealStore()
})
afterEach(() => {
  real.close()
  vi.useRealTimers()
})

it('SY1 SY8 the address that a document was made under and its real one lead to one form, and neither writes over the other', async () => {
  const id = 'tmp_0f8fad5b-d9cb-469f-a165-70867728950e'
  const made = real.store.createDocument({ slug: 'posts', id, data: {} })
  real.store.commitDraft({ ref: made, locale: 'de', changes: [de('title', null, 'Nord')], mode: 'draft' })
  send(real.store, { id: 7, title: 'Nord', updatedAt: '2026-06-01T00:00:00.000Z', _status: 'draft' }, 'de')
  // Somebody goes back to the page that they made it on, and then opens it from the list.
  const back = await real.open(made)
  const listed = await real.open(makeRef('collection', 'posts', '7'))
  expect(listed.document).toBe(back.document)
  back.german.setField('title', 'Nordwärts', { typing: true })
  listed.form.setField('slug', 'nord', { typing: true })
  await back.document.flush()
  await settle()
  expect(real.store.getDocument(made)?.draft?.changes).toMatchObject([
    { path: 'title', to: 'Nordwärts' },
    { path: 'slug', to: 'nord' },
  ])
})

it('SY1 SY8 DM3 two forms of one document, as where its real id is known here before its form hears of it, keep what both have', async () => {
  const id = 'tmp_1f8fad5b-d9cb-469f-a165-70867728950e'
  const made = real.store.createDocument({ slug: 'posts', id, data: {} })
  const first = await real.open(made)
  real.store.commitDraft({ ref: made, locale: 'de', changes: [de('title', null, 'Nord')], mode: 'draft' })
  await settle()
  first.form.setField('slug', 'nord')
  await first.document.flush()
  real.holdEvents()
  send(real.store, { id: 7, title: 'Nord', updatedAt: '2026-06-01T00:00:00.000Z', _status: 'draft' }, 'de')
  const second = await real.open(makeRef('collection', 'posts', '7'))
  expect(second.document).not.toBe(first.document)
  second.german.setField('title', 'Nordwärts')
  await second.document.flush()
  real.holdEvents()
  await settle()
  // Each goes on: neither ends what the other has typed.
  first.form.setField('meta.title', 'North')
  await first.document.flush()
  second.german.setField('meta.title', 'Nord')
  await second.document.flush()
  await first.document.flush()
  await settle()
  const kept = () => real.store.getDocument(made)
  expect(
    kept()
      ?.draft?.changes.map(({ path, locale }) => `${path} ${locale}`)
      .toSorted(),
  ).toEqual(['meta.title de', 'meta.title en', 'slug null', 'title de'])
  expect(await first.session.save('draft', 'en')).toMatchObject({ saved: true })
  await settle()
  await second.session.save('draft', 'de')
  await settle()
  const sent = kept()?.entries.flatMap(({ changes }) =>
    changes.map(({ path, locale }) => `${path} ${locale}`),
  )
  expect(new Set(sent)).toEqual(new Set(['meta.title de', 'meta.title en', 'slug null', 'title de']))
  expect(kept()?.draft ?? null).toBeNull()
})
