import { isLoopback } from '../../../shared/cms/addresses.ts'
import { LIMITS } from '../../../shared/limits.ts'

/** Headers that a storage may get about a file: its type, and those that storages sign. */
const ALLOWED =
  /^(?:content-(?:type|encoding|disposition|language|md5)|cache-control|x-(?:amz|goog|ms|oss|cos)-[a-z\d-]{1,100})$/i

/** Headers by which a storage would copy from another file, or let others read it. */
const REFUSED = /^x-[a-z]+-(?:copy-|rename-|acl$|grant-|object-acl$|blob-public-access$)/i

/** The site's headers for an upload, without those that concern anything but the file. */
export function storageHeaders(given: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(given)
      .filter(([name, value]) => ALLOWED.test(name) && !REFUSED.test(name) && isText(value))
      .slice(0, LIMITS.uploadHeaders),
  )
}

const isText = (value: string): boolean => value.length <= LIMITS.header && !/[^\u0020-\u007e]/.test(value)

/**
 * True if a file may be uploaded there: over https, or over http to the host of an http server. To this computer only
 * if the server runs on it, and never with a name or password in the address, which would be sent.
 */
export function isStoragePlace(address: string, server: string): boolean {
  if (address.length > LIMITS.uploadAddress) return false
  const [url, home] = [URL.parse(address), URL.parse(server)]
  if (url === null || home === null || url.username !== '' || url.password !== '') return false
  if (isThisComputer(url.hostname) && !isLoopback(home.hostname)) return false
  if (url.protocol === 'https:') return true
  return (
    url.protocol === 'http:' &&
    home.protocol === 'http:' &&
    (isLoopback(url.hostname) || url.hostname === home.hostname)
  )
}

/** True if a host is this computer, in any notation: with a trailing dot, as 0.0.0.0, as IPv4 within IPv6. */
function isThisComputer(host: string): boolean {
  return (
    isLoopback(host.replace(/\.$/, '')) ||
    /^(?:0\.0\.0\.0|\[::\]|\[::ffff:(?:7f[\da-f]{2}|0):[\da-f]+\])$/.test(host)
  )
}
