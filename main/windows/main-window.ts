import { rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { BrowserWindow, nativeTheme, screen } from 'electron'
import { errorName, type Log } from '../log.ts'
import { APP_ORIGIN } from './bundle-path.ts'
import { SAFE_PREFERENCES } from './guard-contents.ts'
import { showTextMenus } from './text-menu.ts'
import { TITLE_BAR_HEIGHT, titleBarOverlay, windowBackground } from './theme-colors.ts'
import { fitWindow, MIN_HEIGHT, MIN_WIDTH, type WindowState } from './window-bounds.ts'
import { revivePage } from './revive-page.ts'

/** Position of the macOS window buttons, centred in the 40 px title bar. */
const TRAFFIC_LIGHTS = { x: 14, y: (TITLE_BAR_HEIGHT - 14) / 2 }

/**
 * The one window. It shows when its first frame is painted, on a background of the theme, so that nothing flashes.
 * `keepState` is called when it closes, and half a second after it was moved or resized.
 */
export function openMainWindow(options: {
  preload: string
  state: WindowState
  keepState: (state: WindowState) => void
  /** UI language, a key of @payloadcms/translations. */
  language: () => string
  checksSpelling: boolean
  /** True if the store cannot write at the moment. */
  unwritten: () => boolean
  log: Log
}): BrowserWindow {
  const dark = nativeTheme.shouldUseDarkColors
  const window = new BrowserWindow({
    ...fitWindow(
      options.state,
      screen.getAllDisplays().map((display) => display.workArea),
    ),
    minWidth: MIN_WIDTH,
    minHeight: MIN_HEIGHT,
    show: false,
    title: 'Galley',
    backgroundColor: windowBackground(dark),
    autoHideMenuBar: true,
    titleBarStyle: 'hidden',
    ...(process.platform === 'darwin'
      ? { trafficLightPosition: TRAFFIC_LIGHTS }
      : { titleBarOverlay: titleBarOverlay(dark) }),
    webPreferences: {
      preload: path.normalize(options.preload),
      ...SAFE_PREFERENCES,
      spellcheck: options.checksSpelling,
      // Timers of the page drive the outbox, so they must not be throttled in a covered window.
      backgroundThrottling: false,
    },
  })
  if (options.state.maximized) window.maximize()
  window.once('ready-to-show', () => window.show())
  keepBounds(window, options.keepState)
  showTextMenus(window.webContents, options.language)
  revivePage(window, options)
  window.on('unresponsive', () => options.log.warn('window-unresponsive'))
  void window.loadURL(`${APP_ORIGIN}/`).catch(() => options.log.error('window-not-loaded'))
  return window
}

/** Repaints window buttons and background after a change of theme. */
export function paintWindow(window: BrowserWindow): void {
  const dark = nativeTheme.shouldUseDarkColors
  window.setBackgroundColor(windowBackground(dark))
  if (process.platform !== 'darwin') window.setTitleBarOverlay(titleBarOverlay(dark))
}

function keepBounds(window: BrowserWindow, keepState: (state: WindowState) => void): void {
  let timer: NodeJS.Timeout | null = null
  const keep = (): void => {
    if (window.isDestroyed() || window.isMinimized() || window.isFullScreen()) return
    keepState({ ...window.getNormalBounds(), maximized: window.isMaximized() })
  }
  const later = (): void => {
    if (timer) clearTimeout(timer)
    timer = setTimeout(keep, 500)
  }
  window.on('resize', later)
  window.on('move', later)
  window.on('close', keep)
  window.on('closed', () => {
    if (timer) clearTimeout(timer)
  })
}

/** Time for the page to fetch its start data and draw with it after the first frame, in milliseconds. */
const SETTLE_MS = 1500

/**
 * Writes a picture of the first screen to `file`, for starts without a display, in development only. The file appears
 * complete, so that nobody reads half a picture.
 */
export function takeFirstScreenshot(window: BrowserWindow, file: string, log: Log): void {
  const take = async (): Promise<void> => {
    if (window.isDestroyed()) return
    const image = await window.webContents.capturePage()
    await writeFile(`${file}.part`, image.toPNG())
    await rename(`${file}.part`, file)
  }
  window.webContents.once('did-finish-load', () => {
    setTimeout(() => {
      take().catch((error: unknown) => log.warn('no-first-screenshot', { error: errorName(error) }))
    }, SETTLE_MS)
  })
}
