import type { Payload, PayloadHandler } from 'payload'
import { publicError, statusOf } from '../public-error.ts'
import { BASE_HEADER, baseOf } from './base-revision.ts'
import { isContention, busy } from './turn.ts'
import { takesBack } from './document-turns.ts'
import { withinScope, withinScopeOf, asWriting } from './write-scope.ts'

const RETRY_AFTER_SECONDS = '2'

/** A write over REST: one operation with everything its hooks do. */
export function scopedWrite(handler: PayloadHandler): PayloadHandler {
  return (req) => {
    // Throws 400 for an invalid base before the body is read.
    baseOf(req)
    return withinScopeOf(req, async () => handler(req))
  }
}

/** Turns contention into a BUSY answer, and adds to such answers when to try again. */
export function toldWhenBusy(handler: PayloadHandler): PayloadHandler {
  return async (req) => {
    try {
      return await handler(req)
    } catch (error) {
      const told = isContention(error) && (await takesBack(req.payload)) ? busy() : error
      if (statusOf(told) === 503) {
        req.responseHeaders ??= new Headers()
        req.responseHeaders.set('retry-after', RETRY_AFTER_SECONDS)
      }
      throw told
    }
  }
}

/** Refuses a base for bulk writes, which have no single base. */
export function withoutBase(handler: PayloadHandler): PayloadHandler {
  return (req) => {
    if (baseOf(req) !== null) {
      throw publicError(`${BASE_HEADER} is for the write of one document, not of many.`, 400, {
        code: 'BAD_BASE',
      })
    }
    return handler(req)
  }
}

const scopedApis = new WeakSet<Payload>()

/** Scopes the writes of the Local API: of jobs, custom endpoints, and the site's pages. */
export function scopeLocalApi(payload: Payload): void {
  if (scopedApis.has(payload)) return
  scopedApis.add(payload)
  function scoped<A extends { req?: unknown }, R>(method: (args: A) => Promise<R>): (args: A) => Promise<R> {
    return (args) => withinScope(() => method(args), { ownsRequest: args.req === undefined })
  }
  function marked<A, R>(method: (args: A) => Promise<R>): (args: A) => Promise<R> {
    return (args) => asWriting(() => method(args))
  }
  Object.assign(payload, {
    create: marked(payload.create.bind(payload)),
    duplicate: marked(payload.duplicate.bind(payload)),
    login: marked(payload.login.bind(payload)),
    update: scoped(payload.update.bind(payload)),
    delete: scoped(payload.delete.bind(payload)),
    restoreVersion: scoped(payload.restoreVersion.bind(payload)),
    updateGlobal: scoped(payload.updateGlobal.bind(payload)),
    restoreGlobalVersion: scoped(payload.restoreGlobalVersion.bind(payload)),
  })
}
