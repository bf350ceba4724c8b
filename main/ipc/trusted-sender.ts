import { APP_ORIGIN } from '../windows/bundle-path.ts'

/** What of Electron's IpcMainInvokeEvent tells who asks. */
export type SenderEvent = {
  sender: { id: number; mainFrame: unknown }
  senderFrame: { url: string } | null
}

/**
 * Whether a call comes from the top frame of one of our own windows that shows the app itself. Frames, other contents
 * and pages of other origins are refused (Electron's checklist, item 17).
 */
export function isTrustedSender(
  event: SenderEvent,
  isOurWindow: (webContentsId: number) => boolean,
): boolean {
  const frame = event.senderFrame
  // null: the frame has navigated or is gone since it asked.
  if (frame === null || frame !== event.sender.mainFrame) return false
  return isOurWindow(event.sender.id) && frame.url.startsWith(`${APP_ORIGIN}/`)
}
