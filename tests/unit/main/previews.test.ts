import { describe, expect, it, test } from 'vitest'
import { webAddress } from '../../../main/server/previews.ts'
import { mayCarryToken, type PageRequest } from '../../../main/windows/live-preview/preview-token.ts'

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
  const page: PageRequest = { url: rule.address, method: 'GET', resourceType: 'subFrame', requestHeaders: {} }
  const question: PageRequest = {
    url: rule.document,
    method: 'POST',
    resourceType: 'xhr',
    requestHeaders: { Origin: 'https://cms.example', 'X-Payload-HTTP-Method-Override': 'GET' },
  }

  it('with the page that the site named, and with the question for the document that it shows', () => {
    expect(mayCarryToken(page, rule)).toBe(true)
    expect(mayCarryToken(question, rule)).toBe(true)
    expect(mayCarryToken({ ...question, url: `${rule.document}?depth=2` }, rule)).toBe(true)
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
      {
        ...question,
        requestHeaders: { ...question.requestHeaders, 'X-Payload-HTTP-Method-Override': 'PATCH' },
      },
      { ...question, requestHeaders: { ...question.requestHeaders, Origin: 'https://advert.example' } },
    ]
    expect(others.filter((request) => mayCarryToken(request, rule))).toEqual([])
  })

  it('never to another origin: a page elsewhere may ask for its document, and is itself asked for by nobody', () => {
    const elsewhere = { ...rule, address: 'https://site.example/posts/a' }
    expect(mayCarryToken({ ...page, url: elsewhere.address }, elsewhere)).toBe(false)
    const asked = {
      ...question,
      requestHeaders: { ...question.requestHeaders, Origin: 'https://site.example' },
    }
    expect(mayCarryToken(asked, elsewhere)).toBe(true)
    expect(mayCarryToken(question, elsewhere)).toBe(false)
  })
})
