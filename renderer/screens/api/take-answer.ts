import { galley } from '../../data/bridge.ts'
import { JsonTree } from './tree/json-tree.ts'

/** An answer that comes from main bit by bit. */
export type TakenAnswer = {
  tree: JsonTree
  /** whole: all of it is in the tree; broken: the rest does not come any more. */
  state: 'coming' | 'whole' | 'broken'
  /** Another one with each piece, and at the end. */
  version: number
  /** Hears of each piece and of the end. When nobody listens any more, the rest is not wanted. */
  subscribe: (listener: () => void) => () => void
}

/** Takes the answer to a question; what is seen first is in it, the rest comes while it is shown. */
export async function takeAnswer(id: string): Promise<TakenAnswer> {
  const tree = new JsonTree()
  const listeners = new Set<() => void>()
  let isStopped = false
  const stop = () => {
    if (listeners.size > 0 || taken.state !== 'coming' || isStopped) return
    isStopped = true
    galley.call('api.stop', { id }).catch(console.error)
  }
  const taken: TakenAnswer = {
    tree,
    state: 'coming',
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
  const tell = () => {
    taken.version += 1
    for (const listener of listeners) listener()
  }
  const next = async (): Promise<boolean> => {
    const { piece } = await galley.call('api.next', { id })
    if (isStopped) return false
    if (piece === null) taken.state = 'whole'
    else tree.add(piece)
    tell()
    return piece !== null
  }
  const takeRest = async () => {
    try {
      while (await next());
    } catch (error) {
      console.error(error)
      taken.state = 'broken'
      tell()
    }
  }
  if (await next()) void takeRest()
  return taken
}
