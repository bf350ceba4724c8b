import { isLoopback } from '../../../shared/cms/plain-http.ts'
import { LIMITS } from '../../../shared/limits.ts'

/** What a storage may be told of a file: what it is, and what the storages' own signatures are about. */
const ALLOWED =
  /^(?:content-(?:type|encoding|disposition|language|md5)|cache-control|x-(?:amz|goog|ms|oss|cos)-[a-z\d-]{1,100})$/i

/** A storage would make the file from another one, or let others read it. */
const REFUSED = /^x-[a-z]+-(?:copy-|rename-|acl$|grant-|object-acl$|blob-public-access$)/i

/** The headers that a site wants a file to be put with, without those that are about something else than the file. */
export function storageHeaders(given: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(given)
      .filter(([name, value]) => ALLOWED.test(name) && !REFUSED.test(name) && isText(value))
      .slice(0, LIMITS.uploadHeaders),
  )
}

const isText = (value: string): boolean => value.length <= LIMITS.header && !/[^\u0020-\u007e]/.test(value)

/**
 * Whether a file may be put there: over https, or over http where the server itself is reached so, to its own host. To
 * this computer only where the server is on it: no other one reaches the services here through the app. No name and no password in the address: the system would send them.
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

/** In all the ways an address names it: with a dot behind, as any address, as one of IPv4 within IPv6. */
function isThisComputer(host: string): boolean {
  return (
    isLoopback(host.replace(/\.$/, '')) ||
    /^(?:0\.0\.0\.0|\[::\]|\[::ffff:(?:7f[\da-f]{2}|0):[\da-f]+\])$/.test(host)
  )
}
