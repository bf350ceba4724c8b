/** The one origin that windows of this program may show. */
export const APP_SCHEME = 'app'
export const APP_HOST = 'bundle'
export const APP_ORIGIN = `${APP_SCHEME}://${APP_HOST}`

export type BundleTarget = { kind: 'file'; path: string } | { kind: 'refused'; status: 400 | 404 }

/**
 * What an address below app://bundle/ stands for: a path inside the built renderer, relative, with forward slashes.
 * Routes of the app give index.html. Whatever could leave the folder (dot segments, also encoded ones, backslashes,
 * drive letters, NUL) is refused with 400, another host with 404.
 */
export function resolveBundlePath(address: string): BundleTarget {
  // Not through URL, which would quietly fold dot segments away.
  const parts = /^app:\/\/([^/?#]*)([^?#]*)/.exec(address)
  if (!parts) return { kind: 'refused', status: 400 }
  if (parts[1] !== APP_HOST) return { kind: 'refused', status: 404 }
  const path = decode(parts[2] ?? '')
  if (path === null || /[\\\0]/.test(path)) return { kind: 'refused', status: 400 }
  // Split after decoding: an encoded slash must not hide a dot segment.
  const segments = path.split('/').filter((segment) => segment !== '')
  if (segments.some((segment) => segment === '..' || segment === '.')) return { kind: 'refused', status: 400 }
  // A document's id may hold a dot; files lie only in the assets folder and at the top.
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
