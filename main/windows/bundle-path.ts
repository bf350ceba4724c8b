/** The only origin that windows of this program may show. */
export const APP_SCHEME = 'app'
export const APP_HOST = 'bundle'
export const APP_ORIGIN = `${APP_SCHEME}://${APP_HOST}`

export type BundleTarget = { kind: 'file'; path: string } | { kind: 'refused'; status: 400 | 404 }

/**
 * Resolves an app://bundle/ address to a relative path in the built renderer, routes of the app to index.html. An
 * address that could leave the folder (dot segments, backslashes, drive letters, NUL) gets 400, another host 404.
 */
export function resolveBundlePath(address: string): BundleTarget {
  // `URL` is not used, since it would remove dot segments silently.
  const parts = /^app:\/\/([^/?#]*)([^?#]*)/.exec(address)
  if (!parts) return { kind: 'refused', status: 400 }
  if (parts[1] !== APP_HOST) return { kind: 'refused', status: 404 }
  const path = decode(parts[2] ?? '')
  if (path === null || /[\\\0]/.test(path)) return { kind: 'refused', status: 400 }
  // Split after decoding, so that an encoded slash cannot hide a dot segment.
  const segments = path.split('/').filter((segment) => segment !== '')
  if (segments.some((segment) => segment === '..' || segment === '.')) return { kind: 'refused', status: 400 }
  // The id of a document may contain a dot; files are only in the assets folder and at the top.
  const isFile = segments.at(-1)?.includes('.') && (segments.length === 1 || segments[0] === 'assets')
  if (!isFile) return { kind: 'file', path: 'index.html' }
  if (segments.some((segment) => segment.includes(':'))) return { kind: 'refused', status: 400 }
  return { kind: 'file', path: segments.join('/') }
}

function decode(path: string): string | null {
  try {
    return decodeURIComponent(path)
  } catch {
    return null
  }
}
