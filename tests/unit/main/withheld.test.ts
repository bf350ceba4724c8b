import { expect, it } from 'vitest'
import { jsonBody, SMALL_BODY } from '../../../main/server/http/parse-json.ts'
import { storable, withheld } from '../../../main/store/tables/credentials.ts'
import type { Json } from '../../../shared/json.ts'
import { joinJson } from '../../../shared/json-pieces.ts'
import { WITHHELD } from '../../../shared/cms/api-view.ts'
import { collection, text as textField } from '../shared/build-fields.ts'

const ines = {
  id: 7,
  email: 'ines@nordlys.example',
  enableAPIKey: true,
  apiKey: 'secret-key',
  sessions: [{ id: 'secret-session' }],
  hash: null,
}
const kept = { ...ines, apiKey: WITHHELD, sessions: WITHHELD }

/** Returns an answer as a window gets it, through the parser. */
async function taken(answer: Json, ofAccount: boolean): Promise<Json | undefined> {
  const body = jsonBody()
  const bytes = new TextEncoder().encode(JSON.stringify(answer))
  for (let at = 0; at < bytes.length; at += 65_535) body.add(bytes.slice(at, at + 65_535))
  const pieces = await body.pieces(ofAccount)
  const joined = joinJson()
  for (;;) {
    const piece = await pieces?.next()
    if (piece == null) return joined.value()
    joined.add(piece)
  }
}

it('SY2 (API view) of an account what lets somebody in does not reach the window, however deep and in answers of any size', async () => {
  const filled = { author: ines, layout: [{ by: { relationTo: 'users', value: ines } }] }
  const large = { ...filled, text: 'x'.repeat(SMALL_BODY) }
  for (const answer of [filled, large]) {
    const shown = await taken(answer, false)
    expect(shown).toEqual({ ...answer, author: kept, layout: [{ by: { relationTo: 'users', value: kept } }] })
    expect(JSON.stringify(shown)).not.toContain('secret')
  }
  expect(withheld({ id: 1, password: 'a', name: 'b' }, true)).toEqual({
    id: 1,
    password: WITHHELD,
    name: 'b',
  })
})

it('names of the site that only look like it stay as they are', () => {
  const conference = {
    id: 1,
    sessions: [{ title: 'Opening' }],
    password: 'open day',
    salt: 'a pinch',
    hash: '#',
  }
  expect(withheld(conference, false)).toEqual(conference)
})

it('SY2 a password is kept only where the site has a field of that name and nobody logs in with one', () => {
  const user = { id: 1, password: 'a', hash: 'b', sessions: [{ id: 'c' }] }
  const keptOf = (fields: Parameters<typeof collection>[0], password: boolean | null) =>
    storable(
      collection(fields, {
        slug: 'users',
        auth: true,
        credentials: password === null ? null : { password, apiKey: false, lock: false },
      }),
      user,
    )
  expect(keptOf([textField('password')], false)).toEqual({ id: 1, password: 'a' })
  expect(keptOf([textField('password')], true)).toEqual({ id: 1 })
  expect(keptOf([textField('password')], null)).toEqual({ id: 1 })
  expect(keptOf([textField('name')], false)).toEqual({ id: 1 })
  expect(storable(null, user)).toEqual({ id: 1 })
})

it('a window that does not want the rest of an answer gets none of it', async () => {
  const body = jsonBody()
  body.add(new TextEncoder().encode(JSON.stringify({ a: 'x'.repeat(SMALL_BODY), b: 'y'.repeat(SMALL_BODY) })))
  const pieces = await body.pieces(false)
  expect(await pieces?.next()).not.toBeNull()
  pieces?.drop()
  expect(await pieces?.next()).toBeNull()
})

it('what is no JSON has no pieces', async () => {
  for (const text of ['<!doctype html>', `<!doctype html>${'<p>'.repeat(SMALL_BODY)}`]) {
    const body = jsonBody()
    body.add(new TextEncoder().encode(text))
    expect(await body.pieces(false)).toBeUndefined()
  }
})
