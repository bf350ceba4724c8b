import { galley } from '../../data/bridge.ts'
import { JsonTree } from './tree/json-tree.ts'

/** An answer that main hands over piece by piece. */
export type TakenAnswer = {
  tree: JsonTree
  /** coming: more pieces follow; whole: all are in the tree; broken: the transfer failed. */
  state: 'coming' | 'whole' | 'broken'
  /** Incremented with each piece and at the end. */
  version: number
  /** The listener is called with each piece and at the end. When the last one leaves early, main is told to stop. */
  subscribe: (listener: () => void) => () => void
}

/** Reads the first piece of an answer and returns; the rest is read in the background. */
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
        // A listener may subscribe again at once, which must not stop the transfer.
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
