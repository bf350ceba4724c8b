const ALLOWED = new Set(['http:', 'https:', 'mailto:'])

/**
 * The address as it may be handed to the system, or null. Only web and mail addresses pass: other schemes start
 * programs (Electron's checklist, item 15). Of a mail address only whom it is for and the subject: a link must not fill
 * in a letter, send it to others as well, or attach files.
 */
export function externalUrl(text: string): string | null {
  let url: URL
  try {
    url = new URL(text)
  } catch {
    return null
  }
  if (!ALLOWED.has(url.protocol)) return null
  if (url.protocol === 'mailto:') return mailAddress(url)
  if (url.hostname === '' || url.username !== '' || url.password !== '') return null
  return url.href
}

function mailAddress({ pathname, searchParams }: URL): string | null {
  // Encoded line breaks and `?` would be headers again for some programs.
  const to = decode(pathname)
  if (to === null || !/^[^\s?&,;:<>"@%]+@[^\s?&,;:<>"@%]+$/.test(to)) return null
  const subject = [...searchParams].find(([name]) => name.toLowerCase() === 'subject')?.[1] ?? ''
  const oneLine = subject.replaceAll(/\p{Cc}+/gu, ' ').trim()
  const address = `mailto:${encodeURIComponent(to).replace('%40', '@')}`
  return oneLine === '' ? address : `${address}?subject=${encodeURIComponent(oneLine)}`
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
