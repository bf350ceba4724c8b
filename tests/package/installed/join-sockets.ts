import type { Socket } from 'node:net'

/** Whatever comes out of one goes into the other, both ways; an error of one ends the other. */
export function joinSockets(one: Socket, other: Socket): void {
  one.pipe(other).pipe(one)
  one.on('error', () => other.destroy())
  other.on('error', () => one.destroy())
}
