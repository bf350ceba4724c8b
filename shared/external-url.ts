import { LIMITS } from './limits.ts'

type Address = {
  protocol: string
  hostname: string
  username: string
  password: string
  pathname: string
  search: string
  hash: string
  href: string
  searchParams: Iterable<[string, string]>
}
/** Main and pages both have URL; shared code is type-checked without the types of either. */
declare const URL: new (text: string) => Address

const ALLOWED = new Set(['http:', 'https:', 'mailto:', 'tel:', 'sms:'])

/**
 * The address as it may be opened by the system, or null. Only web, mail and phone addresses pass, as other schemes
 * start programs (Electron's checklist, item 15); mail keeps recipient and subject only.
 */
export function externalUrl(text: string): string | null {
  if (text.length > LIMITS.externalAddress) return null
  let url: Address
  try {
    url = new URL(text)
  } catch {
    return null
  }
  if (!ALLOWED.has(url.protocol)) return null
  if (url.protocol === 'mailto:') return mailAddress(url)
  if (url.protocol === 'tel:' || url.protocol === 'sms:') return numberAddress(url)
  if (url.hostname === '' || url.username !== '' || url.password !== '') return null
  return url.href
}

/** The address of a plain phone number; null for numbers with control codes, and for texts to send. */
function numberAddress({ protocol, pathname, search, hash }: Address): string | null {
  return search === '' && hash === '' && /^\+?[\d().-]+$/.test(pathname) && /\d/.test(pathname)
    ? `${protocol}${pathname}`
    : null
}

function mailAddress({ pathname, searchParams }: Address): string | null {
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
