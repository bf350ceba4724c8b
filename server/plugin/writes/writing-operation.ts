import { AsyncLocalStorage } from 'node:async_hooks'
import type { PayloadHandler } from 'payload'
import { openScope } from './write-scope.ts'

const operations = new AsyncLocalStorage<object>()

/**
 * Marks an operation that writes without turns to release: a creation, a login. It can be told from others, like a
 * scope, and has nothing else of a scope.
 */
export function asWriting<T>(work: () => T): T {
  return operations.getStore() ? work() : operations.run({}, work)
}

/** Wraps an endpoint in a writing operation. */
export const writing =
  (handler: PayloadHandler): PayloadHandler =>
  (req) =>
    asWriting(() => handler(req))

/** The operations that something is done within: the one that was asked for, and one over the Local API within it. */
export const operationsAround = (): object[] =>
  [operations.getStore(), openScope()].filter((one) => one !== undefined)
