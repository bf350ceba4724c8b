/**
 * The policy of the pages: scripts, style sheets and requests of the bundle's origin only, Trusted Types for all
 * markup but in `parseInert` (renderer/ui/trusted-types.ts). Style *attributes* are allowed for popovers and virtual
 * rows.
 */
const DIRECTIVES: Record<string, string[]> = {
  'default-src': ["'none'"],
  'script-src': ["'self'"],
  'style-src': ["'self'"],
  'style-src-attr': ["'unsafe-inline'"],
  'img-src': ["'self'", 'data:', 'blob:', 'app:'],
  'media-src': ['app:'],
  'font-src': ["'self'"],
  'connect-src': ["'self'"],
  'frame-src': ["'none'"],
  'object-src': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
  'frame-ancestors': ["'none'"],
  'require-trusted-types-for': ["'script'"],
  'trusted-types': ['default', 'paste'],
}

export const CONTENT_SECURITY_POLICY = Object.entries(DIRECTIVES)
  .map(([name, sources]) => `${name} ${sources.join(' ')}`)
  .join('; ')

const TYPES: Record<string, string> = {
  css: 'text/css; charset=utf-8',
  gif: 'image/gif',
  html: 'text/html; charset=utf-8',
  ico: 'image/x-icon',
  jpg: 'image/jpeg',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
  map: 'application/json; charset=utf-8',
  png: 'image/png',
  svg: 'image/svg+xml',
  wasm: 'application/wasm',
  webp: 'image/webp',
  woff2: 'font/woff2',
}

/** Headers of a bundle file. Hashed assets may be cached, index.html is requested every time. */
export function bundleHeaders(path: string): Record<string, string> {
  const extension = path.slice(path.lastIndexOf('.') + 1).toLowerCase()
  return {
    'Content-Type': TYPES[extension] ?? 'application/octet-stream',
    'Content-Security-Policy': CONTENT_SECURITY_POLICY,
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': path.startsWith('assets/') ? 'max-age=31536000, immutable' : 'no-store',
  }
}
