import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { protocol } from 'electron'
import { APP_SCHEME, resolveBundlePath } from './bundle-path.ts'
import { bundleHeaders } from './content-security-policy.ts'

/** Must run before the app is ready. `app://` behaves like https for the page: origin, storage, fetch, workers. */
export function registerAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    {
      scheme: APP_SCHEME,
      // `stream`: audio and video play while they load.
      privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true, stream: true },
    },
  ])
}

/**
 * Serves the built renderer from `folder` (Electron's checklist, item 18: a scheme of our own instead of
 * file://). `show` answers for pictures and `play` for audio and video, on hosts of their own.
 */
export function serveApp(
  folder: string,
  show: (address: string) => Promise<Response>,
  play: (address: string, range: string | null) => Promise<Response>,
): void {
  protocol.handle(APP_SCHEME, async (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return refusal(405)
    if (/^app:\/\/(files|media)\//.test(request.url)) return show(request.url)
    if (request.url.startsWith('app://play/')) return play(request.url, request.headers.get('range'))
    const target = resolveBundlePath(request.url)
    if (target.kind === 'refused') return refusal(target.status)
    const body = await readFile(path.join(folder, target.path)).catch(() => null)
    if (body === null) return refusal(404)
    return new Response(new Uint8Array(body), { headers: bundleHeaders(target.path) })
  })
}

/** Has no body, so that no stream delays the refusal. */
function refusal(status: number): Response {
  return new Response(null, { status, headers: bundleHeaders('refusal.html') })
}
