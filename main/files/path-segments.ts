/** The parts of an address's path as they are meant; null for one that cannot be read. */
export const pathSegments = ({ pathname }: URL): (string | null)[] =>
  pathname.split('/').slice(1).map(decoded)

function decoded(segment: string): string | null {
  try {
    return decodeURIComponent(segment)
  } catch {
    return null
  }
}
