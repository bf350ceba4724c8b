import { Worker } from 'node:worker_threads'

/** A message of the worker that parses large answers, as it arrives in this thread. */
export type ArrivedPiece = {
  /** Characters of JSON that have to be taken over at once. */
  size: number
  /** How often the event loop had turned by then. */
  turn: number
}

/**
 * Watches what the workers of this thread send it, from now until `stop`, and how the event loop turns meanwhile. The
 * messages are left as they are.
 */
export function watchPieces(): { pieces: ArrivedPiece[]; stop: () => void } {
  const pieces: ArrivedPiece[] = []
  let turns = 0
  let isWatching = true
  const turn = (): void => {
    turns += 1
    if (isWatching) setImmediate(turn)
  }
  setImmediate(turn)
  const { prototype } = Worker
  // oxlint-disable-next-line typescript/unbound-method -- called with the worker that it was called on
  const was = prototype.emit
  prototype.emit = function watched(this: Worker, ...args: unknown[]): boolean {
    const [name, message] = args
    if (name === 'message') pieces.push({ size: JSON.stringify(message).length, turn: turns })
    return Reflect.apply(was, this, args)
  }
  return {
    pieces,
    stop() {
      isWatching = false
      prototype.emit = was
    },
  }
}
