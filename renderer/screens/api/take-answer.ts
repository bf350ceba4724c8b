import { galley } from '../../data/bridge.ts'
import { JsonTree } from './tree/json-tree.ts'

/** An answer that comes from main bit by bit. */
export type TakenAnswer = {
  tree: JsonTree
  /** All of it is in the tree. */
  isWhole: boolean
  /** Another one with each piece. */
  version: number
  /** Hears of each piece. When nobody listens any more, the rest is not wanted. */
  subscribe: (listener: () => void) => () => void
}

/** Takes the answer to a question; what is seen first is in it, the rest comes while it is shown. */
export async function takeAnswer(id: string): Promise<TakenAnswer> {
  const tree = new JsonTree()
  const listeners = new Set<() => void>()
  let isStopped = false
  const stop = () => {
    if (listeners.size > 0 || taken.isWhole || isStopped) return
    isStopped = true
    galley.call('api.stop', { id }).catch(console.error)
  }
  const taken: TakenAnswer = {
    tree,
    isWhole: false,
    version: 0,
    subscribe(listener) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        // Whoever listens anew does so at once.
        setTimeout(stop)
      }
    },
  }
  const next = async (): Promise<boolean> => {
    const { piece } = await galley.call('api.next', { id })
    if (isStopped) return false
    if (piece === null) taken.isWhole = true
    else tree.add(piece)
    taken.version += 1
    for (const listener of listeners) listener()
    return piece !== null
  }
  const takeRest = async () => {
    while (await next());
  }
  if (await next()) takeRest().catch(console.error)
  return taken
}
