import { bringServerFile, saveServerFile } from '../exports/server-files.ts'
import { copyServerFile, fetchFile } from '../server/at-once/fetch-file.ts'
import type { Handlers } from './bind-contract.ts'
import { requireAccount, requireExport } from './handler-context.ts'
import type { HandlerContext } from './handler-context.ts'
import { fieldTypes } from '../../shared/fields/registry.ts'
import { exportList } from '../exports/export-list.ts'

type FilesHandlers = Pick<
  Handlers,
  | 'files.begin'
  | 'files.append'
  | 'files.finish'
  | 'files.cancel'
  | 'files.read'
  | 'files.fetch'
  | 'files.copy'
  | 'files.save'
  | 'files.bring'
  | 'files.drag'
  | 'outbox.stop'
>

const READ_BYTES = 1024 * 1024

export function filesHandlers(context: HandlerContext): FilesHandlers {
  const site = () => requireAccount(context).site
  return {
    'files.begin': async () => {
      requireAccount(context).personActs()
      return { id: await site().files.begin() }
    },
    'files.append': ({ id, bytes }) => site().files.append(id, bytes),
    'files.finish': async ({ id }) => ({ size: await site().files.finish(id) }),
    'files.cancel': ({ id }) => site().files.cancel(id),
    'files.read': async ({ id, at }) => {
      const pieces: Uint8Array[] = []
      for await (const piece of site().files.read(id, { start: at, end: at + READ_BYTES - 1 }))
        pieces.push(piece)
      return { bytes: new Uint8Array(Buffer.concat(pieces)) }
    },
    'files.fetch': (input) => {
      requireAccount(context).personActs()
      return fetchFile(site(), input)
    },
    'files.copy': (input) => {
      requireAccount(context).personActs()
      return copyServerFile(site(), input)
    },
    'files.save': (input) => {
      requireExport(context)
      requireAccount(context).personActs()
      return saveServerFile(site(), input, context.askWhere)
    },
    'files.bring': (input) => {
      requireExport(context)
      requireAccount(context).personActs()
      return bringServerFile(site(), input)
    },
    'files.drag': async ({ id }) => {
      requireExport(context)
      const path = await site().files.named(id)
      if (path !== null) await context.dragFile(path)
      return { begun: path !== null }
    },
    'outbox.stop': ({ key }) => ({ stopped: site().transfers.stop(key) }),
  }
}

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
