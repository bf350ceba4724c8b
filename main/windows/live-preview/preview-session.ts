import { session, type Session } from 'electron'
import { mayCarryToken, type TokenRule } from './preview-token.ts'

/** Who the person is to the server, for the requests that the rule names. */
export type PreviewAccess = TokenRule & {
  /** Of the site's cookie with the token. */
  cookieName: string
  token: () => Promise<string | null>
}

type Known = { access: PreviewAccess | null; carrying: Set<number> }

const known = new WeakMap<Session, Known>()

/** Whether a session is one of pages that are previewed. */
export function isPreviewSession(of: Session): boolean {
  return known.has(of)
}

/**
 * The session of the pages that are previewed for one person: in memory, with none of the app's cookies, and without
 * permissions. The token is put into two kinds of requests on their way out (preview-token.ts): no page can read it
 * there, no cookie holds it, and none that the server answers with is kept.
 */
export function previewSession(person: string): Session {
  const of = session.fromPartition(`preview-${person}`)
  if (known.has(of)) return of
  const own: Known = { access: null, carrying: new Set() }
  known.set(of, own)
  of.setPermissionRequestHandler((_contents, _permission, decide) => decide(false))
  of.setPermissionCheckHandler(() => false)
  of.setSpellCheckerEnabled(false)
  of.webRequest.onBeforeSendHeaders((details, decide) => {
    const { access } = own
    if (access === null || !mayCarryToken(details, access)) return decide({})
    void carry(details, access, own.carrying).then(decide, () => decide({}))
  })
  of.webRequest.onHeadersReceived((details, decide) => {
    const { responseHeaders } = details
    const name = own.access?.cookieName
    if (!own.carrying.has(details.id) || !responseHeaders || name === undefined) return decide({})
    decide({ responseHeaders: withoutCookie(responseHeaders, name) })
  })
  of.webRequest.onCompleted(({ id }) => void own.carrying.delete(id))
  of.webRequest.onErrorOccurred(({ id }) => void own.carrying.delete(id))
  return of
}

/** Which requests of a session go as the person; null: none. */
export function setPreviewAccess(of: Session, access: PreviewAccess | null): void {
  const own = known.get(of)
  if (own) own.access = access
}

/** The headers of a request that goes as the person. */
async function carry(
  { id, requestHeaders }: { id: number; requestHeaders: Record<string, string> },
  access: PreviewAccess,
  carrying: Set<number>,
): Promise<{ requestHeaders?: Record<string, string> }> {
  const token = await access.token()
  if (token === null) return {}
  carrying.add(id)
  return {
    requestHeaders: {
      ...requestHeaders,
      Cookie: withCookie(requestHeaders['Cookie'], access.cookieName, token),
    },
  }
}

/** Beside what the site itself has put there. */
function withCookie(cookies: string | undefined, name: string, value: string): string {
  const others = (cookies ?? '').split('; ').filter((pair) => pair !== '' && !pair.startsWith(`${name}=`))
  return [...others, `${name}=${value}`].join('; ')
}

function withoutCookie(headers: Record<string, string[]>, name: string): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(headers).map(([header, values]) => [
      header,
      header.toLowerCase() === 'set-cookie'
        ? values.filter((cookie) => !cookie.trimStart().startsWith(`${name}=`))
        : values,
    ]),
  )
}
