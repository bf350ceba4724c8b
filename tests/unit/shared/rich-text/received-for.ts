import { childrenOf, typeOf } from '../../../../shared/fields/richText/nodes.ts'
import type { Json } from '../../../../shared/json.ts'

/**
 * For each top-level node that an editor made of a text: the received nodes that it was made of. Mostly one; an
 * editor may make one list of two that stand side by side, and may leave out what it cannot load.
 */
export function receivedFor(received: readonly Json[], loaded: readonly Json[]): Json[][] {
  let next = 0
  const spare = (left: number): boolean => received.length - next > left
  return loaded.map((node, at) => {
    const left = loaded.length - at
    const group: Json[] = []
    const take = (): void => {
      group.push(received[next] ?? null)
      next += 1
    }
    if (at === 0) while (spare(left) && typeOf(received[next]) !== typeOf(node)) take()
    if (next < received.length) take()
    const holds = (): number => group.reduce((sum: number, one) => sum + childrenOf(one).length, 0)
    while (spare(left - 1) && typeOf(received[next]) === typeOf(node) && holds() < childrenOf(node).length)
      take()
    while (spare(left - 1) && typeOf(received[next]) !== typeOf(loaded[at + 1])) take()
    return group
  })
}
