import { expect, test } from 'vitest'
import type { ApiRequest } from '../../../main/server/http/api-client.ts'
import { readFormState, stopFormState } from '../../../main/server/read/read-form-state.ts'
import type { SiteContext } from '../../../main/server/site-context.ts'
import { makeRef } from '../../../shared/cms/doc-ref.ts'

/** A site that answers when it is told to. */
function slowSite() {
  const requests: ApiRequest[] = []
  const answers: (() => void)[] = []
  const site = {
    schema: () => ({ capabilities: { formState: true } }),
    store: { resolveId: async (ref: unknown) => ref },
    closed: new AbortController().signal,
    client: {
      request(request: ApiRequest) {
        requests.push(request)
        return new Promise((resolve) => {
          answers.push(() => resolve({ kind: 'http', status: 200, json: { state: {} } }))
        })
      },
    },
  } as unknown as SiteContext
  return { site, requests, answers }
}

const ref = makeRef('collection', 'posts', '7')

test('a question takes the place of the one before about the same locale, and leaves another locale’s alone', async () => {
  const { site, requests, answers } = slowSite()
  const ask = async (locale: string) => {
    const asked = readFormState(site, { ref, locale, isNew: false, data: {} })
    await Promise.resolve()
    return { asked }
  }
  const english = await ask('en')
  const german = await ask('de')
  const later = await ask('de')
  expect(requests.map(({ signal }) => signal?.aborted)).toEqual([false, true, false])
  for (const answer of answers) answer()
  expect(await english.asked).toEqual({ outcome: 'answered', fields: [] })
  expect(await german.asked).toEqual({ outcome: 'superseded' })
  expect(await later.asked).toEqual({ outcome: 'answered', fields: [] })
})

test('S4.27 (part) S7.13 (part) a form of a part of the document asks by its schema path and with the operation update, beside the document itself; its question ends with it', async () => {
  const { site, requests, answers } = slowSite()
  const inside = { form: 'form-3', schemaPath: 'posts.body.fare.fields', document: { title: 'North' } }
  const whole = readFormState(site, { ref, locale: 'en', isNew: true, data: {} })
  await Promise.resolve()
  const part = readFormState(site, { ref, locale: 'en', isNew: false, data: { amount: 3 }, inside })
  await Promise.resolve()
  expect(requests[1]?.body).toEqual({
    collectionSlug: 'posts',
    id: '7',
    operation: 'update',
    data: { amount: 3 },
    schemaPath: 'posts.body.fare.fields',
    documentData: { title: 'North' },
    initialBlockData: { amount: 3 },
  })
  stopFormState(site, { form: 'form-3' })
  expect(requests.map(({ signal }) => signal?.aborted)).toEqual([false, true])
  for (const answer of answers) answer()
  expect(await whole).toEqual({ outcome: 'answered', fields: [] })
  expect(await part).toEqual({ outcome: 'superseded' })
  stopFormState(site, { form: 'form-3' })
})
