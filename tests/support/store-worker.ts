/** The sources of the store's worker. */
export const storeWorkerSource = new URL('../../main/store/worker/worker.ts', import.meta.url)
/**
 * The worker as the program has it: one file, made of them by ./build-store-worker.ts before the tests. From the sources
 * themselves, each thread of each test would read and strip a hundred files anew.
 */
export const storeWorker = new URL('../../.cache/vitest/store-worker.js', import.meta.url)
