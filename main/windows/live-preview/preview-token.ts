/** A request of the previewed page, as Electron tells of it. */
export type PageRequest = {
  url: string
  method: string
  resourceType: string
  requestHeaders: Readonly<Record<string, string>>
}

/** What the page in the pane may ask as the person: two things of the server, and nothing else. */
export type TokenRule = {
  /** Where the page is, as the site gave it. */
  address: string
  /** The previewed document in the site's API. */
  document: string
  /** Origin of the server that the person is signed in to. */
  server: string
}

/**
 * Whether the person's token goes along with a request. In the web admin the browser sends it with all that the page
 * asks of its own site. Here it goes with the page itself, which many sites show as a draft only to who is signed in,
 * and with the one question of Payload's live-preview client: the document that is shown, filled in with what it
 * points at. Both only read, and both go to the server that made the token.
 */
export function mayCarryToken(request: PageRequest, rule: TokenRule): boolean {
  const { method, resourceType } = request
  const url = withoutRest(request.url)
  if (url.origin !== rule.server) return false
  const address = withoutRest(rule.address)
  if (method === 'GET' && resourceType === 'subFrame')
    return address.origin === rule.server && url.page === address.page
  const isQuestion = header(request, 'x-payload-http-method-override').toUpperCase() === 'GET'
  return (
    method === 'POST' &&
    isQuestion &&
    header(request, 'origin') === address.origin &&
    url.path === withoutRest(rule.document).path
  )
}

function withoutRest(address: string): { origin: string; path: string; page: string } {
  const { origin, pathname, search } = new URL(address)
  return { origin, path: origin + pathname, page: origin + pathname + search }
}

function header({ requestHeaders }: PageRequest, name: string): string {
  const found = Object.entries(requestHeaders).find(([key]) => key.toLowerCase() === name)
  return found?.[1] ?? ''
}
