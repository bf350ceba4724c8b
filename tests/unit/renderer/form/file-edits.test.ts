import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { DocumentSession } from '../../../../renderer/form/document-session.ts'
import type { JsonObject } from '../../../../shared/json.ts'
import type { WriteRequest } from '../../../../shared/sync/request.ts'
import { outboxOf } from '../../../support/whole-outbox.ts'
import { set } from '../../store/support/site.ts'
import { FIRST, SECOND, onServer, pending, picture, uploadSite } from '../../store/support/upload-site.ts'
import { give, openRealStore, send, settle } from './real-store.ts'

let real: ReturnType<typeof openRealStore>
beforeEach(() => {
  vi.useFakeTimers()
  real = openRealStore(uploadSite)
})
afterEach(() => {
  real.close()
  vi.useRealTimers()
})

const view = () => {
  const found = real.store.getDocument(picture)
  if (!found) throw new Error('no document')
  return found
}
/** The request of what is first in the outbox; null: nothing is to be sent. */
function nextRequest(): WriteRequest | null {
  const [head] = real.store.outboxHeads({ after: 0, limit: 10 })
  return head ? (real.store.prepareSend(head.key)?.request ?? null) : null
}
const serverHas = (seconds: number, more: JsonObject = {}): void =>
  give(real.store, picture, onServer(seconds, more), seconds)

let session: DocumentSession

async function opened(more: JsonObject = {}) {
  serverHas(1, more)
  const { session: one, form, document } = await real.open(picture)
  session = one
  const save = async (): Promise<void> => {
    await session.save('save', 'en')
    await settle()
  }
  return { form, document, save }
}
const half = { x: 0, y: 0, width: 50, height: 50 }

it('SY14 a file of the same name as the one that is there is sent', async () => {
  const { form, save } = await opened()
  form.setFields({ file: pending(FIRST, 'hero.png') })
  await save()
  expect(nextRequest()).toMatchObject({ method: 'PATCH', body: {}, file: { id: FIRST, name: 'hero.png' } })
  expect(view().state).toEqual({ kind: 'waiting', count: 1 })
})

describe('U56 a save that is asked for while the file is being copied', () => {
  async function waiting() {
    const { form, document } = await opened()
    const copied = Promise.withResolvers<boolean>()
    document.holdSaves(copied.promise)
    form.setFields({ alt: 'A ferry' })
    const saved = session.save('save', 'en')
    await settle()
    expect(nextRequest()).toBe(null)
    return { form, document, copied, saved }
  }

  it('waits for it, and sends it', async () => {
    const { form, copied, saved } = await waiting()
    form.setFields({ file: pending(FIRST, 'ferry.png') })
    copied.resolve(true)
    expect(await saved).toMatchObject({ saved: true })
    expect(nextRequest()).toMatchObject({ body: { alt: 'A ferry' }, file: { id: FIRST, name: 'ferry.png' } })
  })

  it('sends nothing without it where it was not copied, and is asked for again', async () => {
    const { copied, saved } = await waiting()
    copied.reject(new Error('the disk is full'))
    expect(await saved).toEqual({ saved: false, held: 'failed' })
    expect(nextRequest()).toBe(null)
    await session.save('save', 'en')
    expect(nextRequest()).toMatchObject({ body: { alt: 'A ferry' } })
  })

  it('sends nothing where the edits are discarded meanwhile', async () => {
    const { form, copied, saved } = await waiting()
    await session.discard()
    expect(await saved).toEqual({ saved: false, held: 'cancelled' })
    form.setFields({ file: pending(FIRST, 'ferry.png') })
    copied.resolve(true)
    await settle()
    expect(nextRequest()).toBe(null)
  })
})

describe('SY7 SY14 somebody else has put another file there meanwhile: a person is asked', () => {
  it.each([
    ['of the same name', { filename: 'logo.png', filesize: 7777 }, pending(FIRST, 'logo.png')],
    ['of the name that it had', { filesize: 7777 }, pending(FIRST, 'logo.png')],
    ['of the same size', { filename: 'theirs.png' }, pending(null, 'hero.png', half)],
    ['and mine has the old name', { filename: 'theirs.png' }, pending(FIRST, 'hero.png')],
    [
      'which is the same size cut out elsewhere',
      { width: 50, height: 50, filesize: 4 },
      pending(null, 'hero.png', { x: 50, y: 50, width: 50, height: 50 }),
    ],
  ])('%s', async (_what, theirs, mine) => {
    const { form, save } = await opened()
    form.setFields({ file: mine })
    await save()
    serverHas(2, theirs)
    const [entry] = view().entries
    expect(entry?.problem).toMatchObject({
      code: 'conflict',
      conflicts: [{ path: 'file', base: { filename: 'hero.png', filesize: 5 }, mine, theirs }],
    })
    const ids = mine.id === null ? [] : [mine.id]
    expect(real.store.referredFiles(ids)).toEqual(ids)
    real.store.retry({ key: entry?.key ?? '', choices: { file: 'mine' } })
    expect(nextRequest()?.file ?? null).toEqual(
      mine.id === null ? null : { kind: 'here', id: FIRST, name: mine.name, mimeType: 'image/png', size: 9 },
    )
  })

  it('theirs: mine goes, with what mattered most in it', async () => {
    const { form, save } = await opened({ focalX: 20, focalY: 20 })
    form.setFields({ file: pending(FIRST, 'mine.png'), focalX: 50, focalY: 50 })
    await save()
    serverHas(2, { filename: 'theirs.png', focalX: 20, focalY: 20 })
    const [entry] = view().entries
    real.store.retry({ key: entry?.key ?? '', choices: { file: 'theirs' } })
    expect(outboxOf(real.store)).toEqual([])
    expect(view().state).toEqual({ kind: 'saved' })
  })

  it('a part that was cut out of the old picture is cut out of theirs, at its size', async () => {
    const { form, save } = await opened()
    form.setFields({ file: pending(null, 'hero.png', half) })
    await save()
    serverHas(2, { filename: 'theirs.png', width: 40, height: 20 })
    real.store.retry({ key: view().entries[0]?.key ?? '', choices: { file: 'mine' } })
    expect(decodeURIComponent(nextRequest()?.path ?? '')).toContain(
      'uploadEdits[widthInPixels]=20&uploadEdits[heightInPixels]=10',
    )
  })

  it('a part of the picture as it was before an own part of it was sent asks, and is cut out of that then', async () => {
    const { form, document, save } = await opened()
    form.setFields({ file: pending(null, 'hero.png', half) })
    await save()
    // Cut anew while the first is on its way.
    form.setFields({ file: pending(null, 'hero.png', { ...half, x: 50 }) })
    await document.flush()
    send(real.store, onServer(2, { filesize: 4, width: 50, height: 50 }))
    await settle()
    await save()
    expect(nextRequest()).toBeNull()
    const [entry] = view().entries
    expect(entry?.problem).toMatchObject({
      code: 'conflict',
      conflicts: [{ path: 'file', theirs: { width: 50, height: 50 } }],
    })
    real.store.retry({ key: entry?.key ?? '', choices: { file: 'mine' } })
    expect(decodeURIComponent(nextRequest()?.path ?? '')).toContain(
      'uploadEdits[widthInPixels]=25&uploadEdits[heightInPixels]=25',
    )
  })

  it('what they wrote besides is no reason to ask', async () => {
    const { form, save } = await opened()
    form.setFields({ file: pending(FIRST, 'logo.png') })
    await save()
    serverHas(2, { alt: 'their words' })
    expect(nextRequest()).toMatchObject({ body: {}, file: { id: FIRST } })
  })

  it('a file that was put over one of mine that has arrived since is none of theirs', async () => {
    const { form, document, save } = await opened()
    form.setFields({ file: pending(FIRST, 'one.png') })
    await save()
    form.setFields({ file: pending(SECOND, 'two.png') })
    await document.flush()
    send(real.store, onServer(2, { filename: 'one.png', filesize: 9 }))
    await settle()
    await save()
    expect(nextRequest()).toMatchObject({ file: { id: SECOND } })
    send(real.store, onServer(3, { filename: 'two.png', filesize: 9 }))
    await settle()
    expect(view()).toMatchObject({ state: { kind: 'saved' }, entries: [], draft: null, differences: [] })
  })
})

describe('DM7 SY14 undo and the file', () => {
  it('takes a file back, and puts it there again, as long as it was not sent', async () => {
    const { form, document, save } = await opened()
    form.setFields({ file: pending(FIRST, 'logo.png'), focalX: 50, focalY: 50 })
    await save()
    document.undo()
    expect(form.read('file')).toMatchObject({ filename: 'hero.png' })
    await save()
    expect(outboxOf(real.store)).toEqual([])
    document.redo()
    await save()
    expect(nextRequest()).toMatchObject({ file: { id: FIRST } })
  })

  it.each([
    ['a replacement', {}, pending(FIRST, 'logo.png'), { filename: 'logo.png', filesize: 9 }],
    ['a part that was cut out', {}, pending(null, 'hero.png', half), { width: 50, height: 50 }],
    [
      'the first one',
      { filename: null, mimeType: null, filesize: null, width: null, height: null },
      pending(FIRST, 'logo.png'),
      { filename: 'logo.png', filesize: 9 },
    ],
  ])('leaves %s once the server has it, and says so', async (_what, before, file, after) => {
    const { form, document, save } = await opened(before)
    form.setField('alt', 'before it')
    form.setFields({ file, focalX: 20, focalY: 20 })
    await save()
    send(real.store, onServer(2, { alt: 'before it', focalX: 20, focalY: 20, ...after }))
    await settle()
    expect(document.undo()).toMatchObject({ changes: [], passedOver: [{ path: 'file' }] })
    expect(document.changes()).toEqual([])
    document.undo()
    await save()
    expect(nextRequest()).toMatchObject({ body: { alt: 'a hero' }, file: null })
  })

  it('goes back to a file that the server has by now by giving up the newer one', async () => {
    const { form, document, save } = await opened()
    form.setFields({ file: pending(FIRST, 'one.png') })
    await save()
    form.setFields({ file: pending(SECOND, 'two.png') })
    await document.flush()
    send(real.store, onServer(2, { filename: 'one.png', filesize: 9 }))
    await settle()
    document.undo()
    expect(form.read('file')).toMatchObject({ filename: 'one.png' })
    expect(document.changes()).toEqual([])
    expect(nextRequest()).toBeNull()
  })

  it('brings no part of a picture back over another picture that was sent since', async () => {
    const { form, document, save } = await opened()
    form.setFields({ file: pending(null, 'hero.png', half) })
    form.setFields({ file: pending(FIRST, 'one.png') })
    await save()
    send(real.store, onServer(2, { filename: 'one.png', filesize: 9 }))
    // Taken back before the form has heard that it was sent, and done again once it has.
    document.undo()
    await settle()
    document.redo()
    document.undo()
    await save()
    expect(form.read('file')).toMatchObject({ filename: 'one.png' })
    expect(nextRequest()).toBeNull()
  })

  it('while a file is on its way it stays, as it has left', async () => {
    const { form, document, save } = await opened()
    form.setFields({ file: pending(FIRST, 'one.png') })
    await save()
    const [head] = real.store.outboxHeads({ after: 0, limit: 1 })
    const prepared = head && real.store.prepareSend(head.key)
    if (!prepared) throw new Error('nothing to send')
    real.store.markSending({ key: prepared.entry.key, request: prepared.request })
    document.undo()
    await document.flush()
    const answer = { data: onServer(2, { filename: 'one.png', filesize: 9 }), locale: 'en' }
    real.store.settleSent({ key: prepared.entry.key, answer })
    await settle()
    expect(form.read('file')).toMatchObject({ filename: 'one.png' })
    await save()
    expect(nextRequest()).toBeNull()
  })
})

it('SY14 what the server says of its file never leaves: another version has no file to bring', async () => {
  const { document, save } = await opened()
  document.replaceContent(onServer(0, { filename: 'old.png', filesize: 3, width: 10, alt: 'old words' }))
  await save()
  expect(nextRequest()).toMatchObject({ body: { alt: 'old words' }, file: null })
})

it('SY14 an edit that names a column of a file is sent without it', async () => {
  await opened()
  const changes = [
    set('filename', 'hero.png', 'old.png'),
    set('width', 100, 7),
    set('alt', 'a hero', 'words'),
  ]
  real.store.commitDraft({ ref: picture, locale: 'en', changes, mode: 'save' })
  expect(nextRequest()).toMatchObject({ body: { alt: 'words' }, file: null })
  expect(Object.keys(nextRequest()?.body ?? {})).toEqual(['alt'])
})

describe('SY14 an upload that was deleted is made again', () => {
  it('its file is asked for, and the old one stays until then', async () => {
    const { form, save } = await opened({ focalX: 20, focalY: 20 })
    form.setField('alt', 'my words')
    await save()
    real.store.removeBase(picture)
    const ref = real.store.createAgain({ ref: picture, id: 'tmp_made_again', locale: 'en' })
    expect(real.store.getDocument(ref)).toMatchObject({
      state: { kind: 'on-this-computer' },
      draft: { changes: [{ path: 'alt', to: 'my words' }] },
    })
    expect(view().entries).toHaveLength(1)
    expect(nextRequest()).toBeNull()
    const made = await real.open(ref)
    expect(made.form.validate()).toEqual(['file'])
    made.form.setFields({ file: pending(FIRST, 'new.png') })
    await made.session.save('save', 'en')
    await settle()
    const [, mine] = outboxOf(real.store).flatMap(({ entries }) => entries)
    expect(mine && real.store.prepareSend(mine.key)?.request).toMatchObject({
      method: 'POST',
      body: { alt: 'my words' },
      file: { id: FIRST },
    })
  })

  it('a file that waits here goes along', async () => {
    const { form, save } = await opened()
    form.setFields({ file: pending(FIRST, 'mine.png') })
    await save()
    real.store.removeBase(picture)
    real.store.createAgain({ ref: picture, id: 'tmp_made_again', locale: 'en' })
    expect(real.store.getDocument(picture)).toBeNull()
    expect(nextRequest()).toMatchObject({ method: 'POST', body: { alt: 'a hero' }, file: { id: FIRST } })
  })
})

it('S2.36 (part) what is called by its file has the name of the one that waits', async () => {
  const { form, save } = await opened()
  form.setFields({ file: pending(FIRST, 'new.png') })
  await save()
  expect(outboxOf(real.store).map(({ title }) => title)).toEqual(['new.png'])
})

it('a list shows the name of a new upload that waits, and finds it by that', async () => {
  const ref = real.store.createDocument({
    slug: 'media',
    id: 'tmp_listed',
    data: {},
    commit: { locale: 'en', mode: 'save', changes: [set('file', null, pending(FIRST, 'narvik.png'))] },
  })
  const ask = (search: string) =>
    real.store.list({
      slug: 'media',
      locale: 'en',
      search,
      where: null,
      sort: 'filename',
      limit: 10,
      page: 1,
    })
  const [row] = ask('narvik').rows
  expect(row).toMatchObject({ ref, data: { filename: 'narvik.png', mimeType: 'image/png', filesize: 9 } })
  expect(ask('oslo').rows).toEqual([])
})
