const ALLOWED = new Set(['http:', 'https:', 'mailto:'])

/**
 * The address as it may be handed to the system, or null. Only web and mail addresses pass: other schemes start
 * programs (Electron's checklist, item 15).
 */
export function externalUrl(text: string): string | null {
  let url: URL
  try {
    url = new URL(text)
  } catch {
    return null
  }
  if (!ALLOWED.has(url.protocol)) return null
  if (url.protocol !== 'mailto:' && (url.hostname === '' || url.username !== '' || url.password !== ''))
    return null
  return url.href
}
