/** A request of the previewed page, as Electron tells of it. */
export type PageRequest = {
  url: string
  method: string
  resourceType: string
  requestHeaders: Readonly<Record<string, string>>
  /** It comes from the frame that lies in the pane, or leads it somewhere: not from a frame within it, nor a worker. */
  isInPane: boolean
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

const OVERRIDE = 'x-payload-http-method-override'

/**
 * Whether the person's token goes along with a request, and as which. In the web admin the browser sends it with all
 * that the page asks of its own site. Here it goes with the page itself, which many sites show as a draft only to who
 * is signed in, and with the one question of Payload's live-preview client: the document that is shown, filled in with
 * what it points at. Both only read, and both are of a page on the server that made the token.
 *
 * `isShowing`: main leads the frame to the page right now. Otherwise only the server's own pages lead there.
 */
export function carriesToken(
  request: PageRequest,
  rule: TokenRule,
  isShowing: boolean,
): 'page' | 'question' | null {
  const { method, resourceType, isInPane } = request
  const url = withoutRest(request.url)
  const address = withoutRest(rule.address)
  if (!isInPane || url.origin !== rule.server || address.origin !== rule.server) return null
  if (method === 'GET' && resourceType === 'subFrame') {
    const isOwn = isShowing || header(request, 'sec-fetch-site') === 'same-origin'
    return isOwn && url.page === address.page ? 'page' : null
  }
  const isQuestion =
    method === 'POST' &&
    // As Payload compares it: anything else is a write.
    header(request, OVERRIDE) === 'GET' &&
    header(request, 'origin') === rule.server &&
    url.path === withoutRest(rule.document).path
  return isQuestion ? 'question' : null
}

/** The headers of a request that goes as the person. */
export function headersWithToken(
  headers: Readonly<Record<string, string>>,
  carried: 'page' | 'question',
  cookie: { name: string; token: string },
): Record<string, string> {
  const others = Object.entries(headers).filter(([key]) => key.toLowerCase() !== OVERRIDE)
  return {
    ...Object.fromEntries(others),
    // Whatever the page wrote there, the server takes it for a read.
    ...(carried === 'question' && { 'X-Payload-HTTP-Method-Override': 'GET' }),
    Cookie: withCookie(headers['Cookie'], cookie.name, cookie.token),
  }
}

/** Beside what the site itself has put there. */
function withCookie(cookies: string | undefined, name: string, value: string): string {
  const others = (cookies ?? '').split('; ').filter((pair) => pair !== '' && !pair.startsWith(`${name}=`))
  return [...others, `${name}=${value}`].join('; ')
}

function withoutRest(address: string): { origin: string; path: string; page: string } {
  const { origin, pathname, search } = new URL(address)
  return { origin, path: origin + pathname, page: origin + pathname + search }
}

function header({ requestHeaders }: PageRequest, name: string): string {
  const found = Object.entries(requestHeaders).find(([key]) => key.toLowerCase() === name)
  return found?.[1] ?? ''
}
