import { fieldTypes } from '../../shared/fields/registry.ts'
import { exportList } from '../exports/export-list.ts'
import type { Handlers } from './bind-contract.ts'
import { requireAccount, requireExport, type HandlerContext } from './handler-context.ts'

type ExportsHandlers = Pick<Handlers, 'exports.write' | 'exports.stop'>

export function exportsHandlers(context: HandlerContext): ExportsHandlers {
  const running = new Map<string, AbortController>()
  return {
    'exports.write': async (input) => {
      requireExport(context)
      const { site, connection, personActs } = requireAccount(context)
      personActs()
      const stopped = new AbortController()
      running.set(input.id, stopped)
      try {
        return await exportList(site, input, {
          types: fieldTypes,
          language: context.language(),
          isOnline: connection.state().status === 'online',
          askWhere: context.askWhere,
          onProgress: context.exportProgress,
          signal: AbortSignal.any([stopped.signal, site.closed]),
        })
      } finally {
        running.delete(input.id)
      }
    },
    'exports.stop': ({ id }) => running.get(id)?.abort(),
  }
}
