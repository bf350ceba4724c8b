import { execFileSync } from 'node:child_process'
import type { ElectronApplication, Locator, Page } from 'playwright'

export type Box = { x: number; y: number; width: number; height: number }

/** Presses the first mouse button at a position of the window by the display, like a person. */
export async function pressAt(page: Page, { x, y, width, height }: Box): Promise<void> {
  const at = await page.evaluate(() => ({ x: screenX, y: screenY }))
  const place = [at.x + x + width / 2, at.y + y + height / 2].map((pixels) => String(Math.round(pixels)))
  execFileSync('xdotool', ['mousemove', ...place, 'click', '1'])
}

/** Returns the area of the system's window buttons, in the page's pixels. */
export function windowButtons(page: Page): Promise<Box> {
  return page.evaluate(() => {
    const overlay: unknown = Reflect.get(navigator, 'windowControlsOverlay')
    const { x, width, height } = (
      overlay as { getTitlebarAreaRect: () => { x: number; width: number; height: number } }
    ).getTitlebarAreaRect()
    return x > 0 ? { x: 0, y: 0, width: x, height } : { x: width, y: 0, width: innerWidth - width, height }
  })
}

export async function boxOf(locator: Locator): Promise<Box> {
  const box = await locator.boundingBox()
  if (box === null) throw new Error(`not on the screen: ${String(locator)}`)
  return box
}

export function overlap(one: Box, other: Box): boolean {
  return (
    one.x < other.x + other.width &&
    other.x < one.x + one.width &&
    one.y < other.y + other.height &&
    other.y < one.y + one.height
  )
}

/**
 * True if a part of the window looks on the display as the page has drawn it. A picture of the page alone lacks
 * everything over it.
 */
export async function isSeen(app: ElectronApplication, page: Page, part: Box): Promise<boolean> {
  const drawn = (await page.screenshot()).toString('base64')
  return app.evaluate(
    async ({ desktopCapturer, nativeImage, screen, BrowserWindow }, { base64, cut }) => {
      const { width, height } = screen.getPrimaryDisplay().size
      const [display] = await desktopCapturer.getSources({
        types: ['screen'],
        thumbnailSize: { width, height },
      })
      const [window] = BrowserWindow.getAllWindows()
      if (display === undefined || window === undefined) throw new Error('there is no display, or no window')
      const at = window.getContentBounds()
      const onDisplay = display.thumbnail.crop({ ...cut, x: at.x + cut.x, y: at.y + cut.y })
      const inPage = nativeImage.createFromBuffer(Buffer.from(base64, 'base64')).crop(cut)
      return onDisplay.toBitmap().equals(inPage.toBitmap())
    },
    { base64: drawn, cut: rounded(part) },
  )
}

function rounded({ x, y, width, height }: Box): Box {
  return { x: Math.ceil(x), y: Math.ceil(y), width: Math.floor(width), height: Math.floor(height) }
}
