import { session, type OnBeforeSendHeadersListenerDetails, type Session } from 'electron'
import { carriesToken, headersWithToken, type TokenRule } from './preview-token.ts'

/** Who the person is to the server, for the requests that the rule names. */
export type PreviewAccess = TokenRule & {
  /** Of the site's cookie with the token. */
  cookieName: string
  token: () => Promise<string | null>
}

type Known = {
  access: PreviewAccess | null
  /** The page that main leads the frame to has not been asked for yet. */
  isShowing: boolean
  carrying: Set<number>
}

const known = new Map<Session, Known>()

/** Whether a session is one of pages that are previewed. */
export function isPreviewSession(of: Session): boolean {
  return known.has(of)
}

/**
 * The session of the pages that are previewed for one person: in memory, with none of the app's cookies, and without
 * permissions. No page has a worker that answers in its place: one that comes from there was not asked for as the
 * person, and may be another one than the site would give. The token is put into two kinds of requests on their way out (preview-token.ts): no page can read it
 * there, no cookie holds it, and none that the server answers with is kept.
 */
export function previewSession(person: string): Session {
  const of = session.fromPartition(`preview-${person}`)
  if (known.has(of)) return of
  const own: Known = { access: null, isShowing: false, carrying: new Set() }
  known.set(of, own)
  of.setPermissionRequestHandler((_contents, _permission, decide) => decide(false))
  of.setPermissionCheckHandler(() => false)
  of.setSpellCheckerEnabled(false)
  // A shared worker alone asks without a page, as main does, and could be shown to a server by the person's certificate.
  of.webRequest.onBeforeRequest(({ webContents }, decide) => decide({ cancel: !webContents }))
  of.webRequest.onBeforeSendHeaders((details, decide) => {
    if (details.requestHeaders['Service-Worker'] === 'script') return decide({ cancel: true })
    const { access, isShowing } = own
    if (access === null) return decide({})
    const carried = carriesToken({ ...details, isInPane: isInPane(details) }, access, isShowing)
    if (carried === null) return decide({})
    if (carried === 'page') own.isShowing = false
    void withToken(own, access, carried, details).then(decide, () => decide({}))
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
  if (!own) return
  own.access = access
  if (access === null) own.isShowing = false
}

/** Answers that a page keeps so that it asks less. A page that comes from there was not asked for as the person. */
export async function forgetAnswers(of: Session): Promise<void> {
  await Promise.all([of.clearStorageData({ storages: ['cachestorage'] }), of.clearCache()])
}

/** All that pages have kept here for anybody. */
export async function forgetPages(): Promise<void> {
  await Promise.all([...known.keys()].flatMap((of) => [of.clearStorageData(), of.clearCache()]))
}

/** The next request for the page is main's own, whatever origin it seems to come from. */
export function expectPage(of: Session): void {
  const own = known.get(of)
  if (own) own.isShowing = true
}

async function withToken(
  own: Known,
  access: PreviewAccess,
  carried: 'page' | 'question',
  { id, requestHeaders }: OnBeforeSendHeadersListenerDetails,
): Promise<{ requestHeaders?: Record<string, string> }> {
  const token = await access.token()
  // Closed meanwhile.
  if (token === null || own.access === null) return {}
  own.carrying.add(id)
  const cookie = { name: access.cookieName, token }
  return { requestHeaders: headersWithToken(requestHeaders, carried, cookie) }
}

function isInPane({ frame, webContents }: OnBeforeSendHeadersListenerDetails): boolean {
  return Boolean(frame?.parent) && frame?.parent === webContents?.mainFrame
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
