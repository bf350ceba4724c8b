import { APP_ORIGIN } from '../windows/bundle-path.ts'

/** The part of Electron's IpcMainInvokeEvent that identifies the sender. */
export type SenderEvent = {
  sender: { id: number; mainFrame: unknown }
  senderFrame: { url: string } | null
}

/**
 * True if a call comes from the top frame of one of our own windows that shows the app. Frames, other contents and
 * pages of other origins are refused (Electron's checklist, item 17).
 */
export function isTrustedSender(
  event: SenderEvent,
  isOurWindow: (webContentsId: number) => boolean,
): boolean {
  const frame = event.senderFrame
  // Null: the frame has navigated or is gone since it asked.
  if (frame === null || frame !== event.sender.mainFrame) return false
  return isOurWindow(event.sender.id) && frame.url.startsWith(`${APP_ORIGIN}/`)
}
