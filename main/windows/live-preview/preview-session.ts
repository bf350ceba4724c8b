import { session, type OnBeforeSendHeadersListenerDetails, type Session } from 'electron'
import { carriesToken, headersWithToken, type TokenRule } from './preview-token.ts'

/** The person's access to the server, for the requests that the rule allows. */
export type PreviewAccess = TokenRule & {
  /** Name of the site's token cookie. */
  cookieName: string
  token: () => Promise<string | null>
}

type Known = {
  access: PreviewAccess | null
  /** True until the page that main leads the frame to was requested. */
  isShowing: boolean
  carrying: Set<number>
}

const known = new Map<Session, Known>()

/** True if a session belongs to previewed pages. */
export function isPreviewSession(of: Session): boolean {
  return known.has(of)
}

/**
 * The in-memory session of one person's previewed pages, without permissions, or workers that could answer instead of
 * the site. The token is added to two kinds of requests (preview-token.ts) and never visible.
 */
export function previewSession(person: string): Session {
  const of = session.fromPartition(`preview-${person}`)
  if (known.has(of)) return of
  const own: Known = { access: null, isShowing: false, carrying: new Set() }
  known.set(of, own)
  of.setPermissionRequestHandler((_contents, _permission, decide) => decide(false))
  of.setPermissionCheckHandler(() => false)
  of.setSpellCheckerEnabled(false)
  // Only a shared worker and main send requests without a page. They are cancelled, as the server could identify the
  // person by a certificate.
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

/** Sets the requests of a session that are sent as the person; null: none. */
export function setPreviewAccess(of: Session, access: PreviewAccess | null): void {
  const own = known.get(of)
  if (!own) return
  own.access = access
  if (access === null) own.isShowing = false
}

/** Clears the pages' own caches: content from there was not requested as the person. */
export async function forgetAnswers(of: Session): Promise<void> {
  await Promise.all([of.clearStorageData({ storages: ['cachestorage'] }), of.clearCache()])
}

/** Clears everything that previewed pages have stored here, for all users. */
export async function forgetPages(): Promise<void> {
  await Promise.all([...known.keys()].flatMap((of) => [of.clearStorageData(), of.clearCache()]))
}

/** Marks the next request for the page as main's own, whatever origin it has. */
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
  // The pane was closed in the meantime.
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
