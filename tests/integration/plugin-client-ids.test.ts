import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { at, codeOf, startCms, statuses } from './support/cms.ts'
import type { Cms } from './support/cms.ts'

let cms: Cms
let token: string

beforeAll(async () => {
  cms = await startCms()
  token = (await cms.login()).token
})
afterAll(() => cms.dispose())

describe('ids made by the client', () => {
  it('SY8 are taken where the site says so', async () => {
    const id = randomUUID()
    const made = await cms.request('POST', '/notes', { token, body: { id, title: 'Mine' } })
    expect([made.status, at(made.json, 'doc', 'id')]).toEqual([201, id])
    const own = await cms.request('POST', '/notes', { token, body: { title: 'The server’s' } })
    expect(String(at(own.json, 'doc', 'id'))).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('SY8 that exist already are 409 EXISTS, and the document stays as it was', async () => {
    const id = randomUUID()
    await cms.request('POST', '/notes', { token, body: { id, title: 'First' } })
    const second = await cms.request('POST', '/notes', { token, body: { id, title: 'Second' } })
    expect([second.status, codeOf(second), at(second.json, 'errors', 0, 'data', 'id')]).toEqual([
      409,
      'EXISTS',
      id,
    ])
    expect(at((await cms.request('GET', `/notes/${id}`, { token })).json, 'title')).toBe('First')
  })

  it('SY8 of five creations at once with one id exactly one is done', async () => {
    const id = randomUUID()
    const send = (n: number) => cms.request('POST', '/notes', { token, body: { id, title: `Racer ${n}` } })
    const answers = await Promise.all([1, 2, 3, 4, 5].map(send))
    expect(statuses(answers)).toEqual([201, 409, 409, 409, 409])
  })

  it('SY8 do not hide another refusal of the same request', async () => {
    const id = randomUUID()
    await cms.request('POST', '/notes', { token, body: { id, title: 'First' } })
    const invalid = await cms.request('POST', '/notes', { token, body: { id } })
    expect([invalid.status, at(invalid.json, 'errors', 0, 'data', 'errors', 0, 'path')]).toEqual([
      400,
      'title',
    ])
    expect((await cms.request('POST', '/notes', { body: { id, title: 'Nobody' } })).status).toBe(403)
  })

  it('SY8 are ignored where ids are numbers', async () => {
    const made = await cms.request('POST', '/categories', { token, body: { id: 4711, title: 'Numbered' } })
    expect(made.status).toBe(201)
    expect(at(made.json, 'doc', 'id')).not.toBe(4711)
  })
})
