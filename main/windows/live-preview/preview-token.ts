/** A request of the previewed page, as Electron reports it. */
export type PageRequest = {
  url: string
  method: string
  resourceType: string
  requestHeaders: Readonly<Record<string, string>>
  /** True if it comes from the frame in the pane, or navigates it: not from a nested frame or a worker. */
  isInPane: boolean
}

/** The two requests of a previewed page that are sent as the person. */
export type TokenRule = {
  /** Address of the page, as the site gave it. */
  address: string
  /** API address of the previewed document. */
  document: string
  /** Origin of the server that the person is signed in to. */
  server: string
}

const OVERRIDE = 'x-payload-http-method-override'

/**
 * Decides whether a request carries the person's token: the page itself, often a draft for signed-in users only, and
 * the one query of Payload's live-preview client for the document. Both only read, on the server that made the token.
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
    // Compared as Payload does: any other value makes it a write.
    header(request, OVERRIDE) === 'GET' &&
    header(request, 'origin') === rule.server &&
    url.path === withoutRest(rule.document).path
  return isQuestion ? 'question' : null
}

/** Returns the headers of a request that is sent as the person. */
export function headersWithToken(
  headers: Readonly<Record<string, string>>,
  carried: 'page' | 'question',
  cookie: { name: string; token: string },
): Record<string, string> {
  const others = Object.entries(headers).filter(([key]) => key.toLowerCase() !== OVERRIDE)
  return {
    ...Object.fromEntries(others),
    // Whatever the page sent in this header, the server treats the request as a read.
    ...(carried === 'question' && { 'X-Payload-HTTP-Method-Override': 'GET' }),
    Cookie: withCookie(headers['Cookie'], cookie.name, cookie.token),
  }
}

/** Adds the token's cookie to those of the site. */
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
