/** Returns the name of a server that is not in the list any more: the host in its id (main/server/address.ts). */
export function hostOfServerId(id: string): string {
  return id.replace(/-[0-9a-f]{10}$/, '')
}
