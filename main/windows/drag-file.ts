import { app, nativeImage, type BrowserWindow, type NativeImage } from 'electron'

/** Begins to drag a file out of the window, with the icon that the system has for its kind. */
export async function dragFile(window: BrowserWindow | null, file: string): Promise<void> {
  if (window === null) return
  const icon = await app.getFileIcon(file).catch(() => null)
  window.webContents.startDrag({ file, icon: icon === null || icon.isEmpty() ? plainIcon() : icon })
}

/** Electron drags nothing without an icon: a grey square. */
function plainIcon(): NativeImage {
  const size = 24
  return nativeImage.createFromBitmap(Buffer.alloc(size * size * 4, 0x90), { width: size, height: size })
}
