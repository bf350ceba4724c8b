/** The name is put together at run time, so that the bundler leaves the address alone. */
const WORKER = 'store-worker.js'

/** Where the built worker lies: beside what asks. */
export function workerAddress(): URL {
  return new URL(`./${WORKER}`, import.meta.url)
}
