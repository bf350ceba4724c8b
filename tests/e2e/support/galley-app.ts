import { _electron, type ElectronApplication, type Locator, type Page } from 'playwright'
import type { ChildProcess } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PATIENCE } from '../../support/wait.ts'
import { launchOptions } from './electron-path.ts'

export const demoPassword = 'galley-demo'

export type GalleyApp = {
  app: ElectronApplication
  page: Page
  dataFolder: string
  /** Ends it as a user does: the window is closed, what was typed is written first. */
  close(): Promise<void>
  /** Ends it as a power cut does: SIGKILL, nothing gets a chance to write. */
  kill(): Promise<void>
}

/** Every app that was started, for ./pictures-of-failures.ts. */
export const running = new Set<{ page: Page; child: ChildProcess }>()

/** A new folder for the app's data. Give it to several starts in a row to start the same installation again. */
export function newDataFolder(): string {
  return mkdtempSync(join(tmpdir(), 'galley-e2e-'))
}

/**
 * Starts the built app on a server, and waits for its window.
 * @param server address of the CMS, preset on the command line; null: none
 */
export async function startGalley(options: {
  server: string | null
  dataFolder: string
  switches?: readonly string[]
  /** Variables that the app is to see, e.g. GALLEY_LOG. */
  env?: Record<string, string>
}): Promise<GalleyApp> {
  const { server, dataFolder, switches = [], env = {} } = options
  const preset = server === null ? [] : [`--server=${server}`]
  const app = await _electron.launch(launchOptions(dataFolder, [...preset, ...switches], env))
  const page = await app.firstWindow()
  page.setDefaultTimeout(PATIENCE)
  await page.waitForLoadState('domcontentloaded')
  const child = app.process()
  running.add({ page, child })
  return {
    app,
    page,
    dataFolder,
    close: () => app.close(),
    async kill() {
      const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()))
      child.kill('SIGKILL')
      await gone
    },
  }
}

/** Signs in on the sign-in screen, whose server is preset, and waits for a link of the navigation. */
export async function login(
  page: Page,
  identifier: string,
  { password = demoPassword, link = 'Posts' }: { password?: string; link?: string } = {},
): Promise<void> {
  await fillLogin(page, identifier, password)
  await page.locator('#sidebar').getByRole('link', { name: link }).waitFor()
}

/** Fills in the log-in form of a page or a dialog and sends it, whatever comes of it. */
export async function fillLogin(
  within: Page | Locator,
  identifier: string,
  password = demoPassword,
): Promise<void> {
  await within.getByLabel('Email', { exact: false }).fill(identifier)
  await within.locator('input[type=password]').fill(password)
  await within.getByRole('button', { name: 'Login', exact: true }).click()
}
