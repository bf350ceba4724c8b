/** The decoded segments of a URL's path; null for a segment that cannot be decoded. */
export const pathSegments = ({ pathname }: URL): (string | null)[] =>
  pathname.split('/').slice(1).map(decoded)

function decoded(segment: string): string | null {
  try {
    return decodeURIComponent(segment)
  } catch {
    return null
  }
}
