import { ipcMain } from 'electron'
import type { Log } from '../log.ts'
import { apiHandlers, documentsHandlers } from './documents-handlers.ts'
import { appHandlers, diagnosticsHandlers } from './app-handlers.ts'
import { bindContract, isTrustedSender } from './bind-contract.ts'
import { exportsHandlers, filesHandlers } from './files-handlers.ts'
import { locksHandlers } from './locks-handlers.ts'
import type { HandlerContext } from './handler-context.ts'
import { outboxHandlers } from './outbox-handlers.ts'
import { previewHandlers } from './preview-handlers.ts'
import { sessionHandlers } from './session-handlers.ts'
import { versionsHandlers } from './versions-handlers.ts'

/** Registers the contract with ipcMain: the only channels there are. */
export function registerCalls(
  context: HandlerContext,
  isOurWindow: (webContentsId: number) => boolean,
  log: Log,
): void {
  // electron-store listens on a channel of its own, which nothing here uses and nobody checks.
  ipcMain.removeAllListeners('electron-store-get-data')
  bindContract({
    ipcMain,
    handlers: {
      ...appHandlers(context),
      ...sessionHandlers(context),
      ...diagnosticsHandlers(context),
      ...documentsHandlers(context),
      ...apiHandlers(context),
      ...outboxHandlers(context),
      ...exportsHandlers(context),
      ...filesHandlers(context),
      ...locksHandlers(context),
      ...previewHandlers(context),
      ...versionsHandlers(context),
    },
    isTrusted: (event) => isTrustedSender(event, isOurWindow),
    log,
  })
}
