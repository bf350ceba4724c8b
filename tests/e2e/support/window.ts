import type { ElectronApplication, Page } from 'playwright'

/** Makes the window so wide, in pixels, and waits until the page has it. */
export async function resizeTo(
  app: ElectronApplication,
  page: Page,
  width: number,
  height = 800,
): Promise<void> {
  await app.evaluate(
    ({ BrowserWindow }, size) => {
      const [window] = BrowserWindow.getAllWindows()
      window?.unmaximize()
      window?.setSize(size.width, size.height)
    },
    { width, height },
  )
  await page.waitForFunction((wanted) => innerWidth <= wanted, width, { polling: 50 })
}

/** Waits until the window has drawn what is on the page now. */
export async function untilDrawn(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((done) => {
        requestAnimationFrame(() => requestAnimationFrame(() => done()))
      }),
  )
}
