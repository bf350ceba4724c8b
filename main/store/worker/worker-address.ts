/** The name is assembled at run time, so that the bundler does not rewrite the address. */
const WORKER = 'store-worker.js'

/** The address of the built worker, beside the calling script. */
export function workerAddress(): URL {
  return new URL(`./${WORKER}`, import.meta.url)
}
