import { BroadcastChannel } from 'node:worker_threads'

/**
 * Loaded before anything else in the editor and in its store worker: the computer's clock is wrong by so many
 * milliseconds. Timers and performance.now() go on as they are, as they do on a computer whose clock was set wrong.
 */
let skew = Number(process.env['GALLEY_SOAK_CLOCK'] ?? 0)

const Real = Date
const now = (): number => Real.now() + skew
globalThis.Date = new Proxy(Real, {
  construct: (target, args: unknown[]) =>
    Reflect.construct(target, args.length === 0 ? [now()] : args) as object,
  apply: () => new Real(now()).toString(),
  get: (target, key, receiver): unknown => (key === 'now' ? now : Reflect.get(target, key, receiver)),
})

/** Threads of one process hear of each other's clock; none stays for its sake. */
const channel = new BroadcastChannel('galley-soak-clock')
channel.unref()
Object.assign(channel, {
  onmessage: ({ data }: { data: unknown }) => {
    if (typeof data === 'number') skew = data
  },
})

/** Sets the clock of all threads while they run. */
export function setSkew(milliseconds: number): void {
  skew = milliseconds
  channel.postMessage(milliseconds)
}
