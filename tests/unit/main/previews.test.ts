import { runInNewContext } from 'node:vm'
import { describe, expect, it, test } from 'vitest'
import { webAddress } from '../../../main/server/read/previews.ts'
import { frameCall } from '../../../main/windows/live-preview/preview-frame.ts'
import {
  carriesToken,
  headersWithToken,
  type PageRequest,
} from '../../../main/windows/live-preview/preview-token.ts'

describe('an address that the site gave', () => {
  test.each([
    ['/posts/1?locale=de', 'https://cms.example/posts/1?locale=de'],
    ['https://site.example', 'https://site.example/'],
    ['//site.example/a', 'https://site.example/a'],
    ['javascript:alert(1)', null],
    ['file:///etc/passwd', null],
    ['https://user:word@site.example', null],
    ['https://', null],
  ])('%s is %s', (given, address) => expect(webAddress(given, 'https://cms.example')).toBe(address))
})

describe('the token of the person goes', () => {
  const rule = {
    address: 'https://cms.example/next/preview?path=/posts/a',
    document: 'https://cms.example/api/posts/7',
    server: 'https://cms.example',
  }
  const page: PageRequest = {
    url: rule.address,
    method: 'GET',
    resourceType: 'subFrame',
    requestHeaders: { 'Sec-Fetch-Site': 'same-origin' },
    isInPane: true,
  }
  const OVERRIDE = 'X-Payload-HTTP-Method-Override'
  const question: PageRequest = {
    url: rule.document,
    method: 'POST',
    resourceType: 'xhr',
    requestHeaders: { Origin: 'https://cms.example', [OVERRIDE]: 'GET' },
    isInPane: true,
  }
  const asked = (headers: Record<string, string>): PageRequest => ({
    ...question,
    requestHeaders: { ...question.requestHeaders, ...headers },
  })

  it('with the page that the site named, and with the question for the document that it shows', () => {
    expect(carriesToken(page, rule, false)).toBe('page')
    expect(carriesToken(question, rule, false)).toBe('question')
    expect(carriesToken({ ...question, url: `${rule.document}?depth=2` }, rule, false)).toBe('question')
  })

  it('with no other page, document or way of asking', () => {
    const others: PageRequest[] = [
      { ...page, url: 'https://cms.example/next/preview?path=/users' },
      { ...page, url: 'https://cms.example/api/users' },
      { ...page, resourceType: 'xhr' },
      { ...page, resourceType: 'script' },
      { ...page, method: 'POST' },
      { ...question, url: 'https://cms.example/api/posts/8' },
      { ...question, url: 'https://cms.example/api/posts' },
      { ...question, url: 'https://cms.example/api/posts/7/../../users' },
      { ...question, url: 'https://elsewhere.example/api/posts/7' },
      { ...question, method: 'PATCH' },
      { ...question, method: 'DELETE' },
      { ...question, requestHeaders: { Origin: 'https://cms.example' } },
      asked({ [OVERRIDE]: 'PATCH' }),
      asked({ Origin: 'https://advert.example' }),
    ]
    expect(others.filter((request) => carriesToken(request, rule, true))).toEqual([])
  })

  it('with no write that looks like a question: the server compares the method to the letter', () => {
    const writes = ['get', 'Get', 'GET ', 'GET, GET', ''].map((method) => asked({ [OVERRIDE]: method }))
    expect(writes.filter((request) => carriesToken(request, rule, true))).toEqual([])
    const headers = { 'x-payload-http-method-override': 'get', Cookie: 'a=b; t=old' }
    const cookie = { name: 't', token: 'new' }
    expect(headersWithToken(headers, 'question', cookie)).toEqual({ [OVERRIDE]: 'GET', Cookie: 'a=b; t=new' })
    expect(headersWithToken({}, 'page', cookie)).toEqual({ Cookie: 't=new' })
  })

  it('from the frame in the pane alone, where main or a page of the server leads it', () => {
    const deep = [page, question].map((request) => ({ ...request, isInPane: false }))
    expect(deep.filter((request) => carriesToken(request, rule, true))).toEqual([])
    for (const from of ['cross-site', 'same-site', 'none', '']) {
      const led = { ...page, requestHeaders: { 'Sec-Fetch-Site': from } }
      expect(carriesToken(led, rule, false)).toBeNull()
      expect(carriesToken(led, rule, true)).toBe('page')
    }
  })

  it('with nothing where the page is on another origin than the server', () => {
    const elsewhere = { ...rule, address: 'https://site.example/posts/a' }
    const all = [
      page,
      { ...page, url: elsewhere.address },
      question,
      asked({ Origin: 'https://site.example' }),
    ]
    expect(all.filter((request) => carriesToken(request, elsewhere, true))).toEqual([])
  })
})

test('a document is handed to the page as it is, whatever its keys and texts mean in code', () => {
  const document = '{"__proto__":{"title":"</script>\\u2028 \\" \\\\"},"id":7}'
  const galleyPreview = { post: (...given: unknown[]) => JSON.stringify(given) }
  const posted: unknown = runInNewContext(frameCall('post', JSON.parse(document), 'https://cms.example'), {
    galleyPreview,
  })
  expect(posted).toBe(JSON.stringify([JSON.parse(document), 'https://cms.example']))
})
