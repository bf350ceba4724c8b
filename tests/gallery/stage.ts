import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright'
import { goWithin } from '../e2e/support/addresses.ts'
import { untilStill } from '../e2e/support/axe.ts'
import type { GalleyApp } from '../e2e/support/galley-app.ts'
import type { FaultProxy } from '../support/fault-proxy.ts'
import type { GallerySite } from './site.ts'
import type { Language, Words } from '../e2e/support/words.ts'

/** Variants of a picture. `narrow` and `dark` are taken in the same state, without repeating it. */
export const looks = ['light', 'dark', 'narrow', 'ar'] as const
export type Look = (typeof looks)[number]

export type Picture = { scene: string; look: Look; file: string; problem: string | null }

/** The tools of a scene. */
export type Stage = {
  galley: GalleyApp
  page: Page
  language: Language
  /** Returns the name of a control in the present language. */
  word: Words
  site: GallerySite
  proxy: FaultProxy
  /** Opens an address in the loaded window, as a link does. */
  open: (path: string) => Promise<void>
  /** Makes the window high enough for a whole form. */
  height: (pixels: number) => Promise<void>
  offline: () => Promise<void>
  online: () => Promise<void>
  /** Takes more pictures of parts of the scene. */
  shoot: (part: string, within?: Locator) => Promise<void>
}

export type Scene = {
  name: string
  /** Brings the scene on the screen. */
  show: (stage: Stage) => Promise<void>
  /** Reverts state that the next scene must not have. */
  after?: (stage: Stage) => Promise<void>
}

export const WIDE = { width: 1280, height: 860 }
export const NARROW = { width: 720, height: 860 }

export function openStage(options: {
  galley: GalleyApp
  language: Language
  word: Words
  site: GallerySite
  folder: string
  pictures: Picture[]
}): Stage & { take: (scene: Scene) => Promise<void> } {
  const { galley, language, word, site, folder, pictures } = options
  const { page } = galley
  let size = { ...WIDE }
  mkdirSync(folder, { recursive: true })

  async function resize(to: { width: number; height: number }): Promise<void> {
    await page.setViewportSize(to)
  }

  async function picture(name: string, look: Look, problem: string | null, within?: Locator): Promise<void> {
    await untilStill(page)
    const file = `${name.replaceAll(/[^\w]+/g, '-').toLowerCase()}.${look}.png`
    await (within ?? page).screenshot({ path: join(folder, file), animations: 'disabled' })
    pictures.push({ scene: name, look, file, problem })
  }

  async function inAllLooks(name: string, problem: string | null): Promise<void> {
    if (language === 'ar') return picture(name, 'ar', problem)
    await picture(name, 'light', problem)
    await page.emulateMedia({ colorScheme: 'dark' })
    await picture(name, 'dark', problem)
    await page.emulateMedia({ colorScheme: 'light' })
    await resize({ width: NARROW.width, height: size.height })
    // The page adapts to its new width in the next frames.
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 150)))
    await picture(name, 'narrow', problem)
    await resize(size)
  }

  const stage: Stage = {
    galley,
    page,
    language,
    word,
    site,
    proxy: site.proxy,
    async open(path) {
      await goWithin(page, path)
      await page.locator('main').waitFor()
    },
    async height(pixels) {
      size = { width: WIDE.width, height: pixels }
      await resize(size)
    },
    async offline() {
      site.proxy.addRule({ match: () => true, fault: { kind: 'drop-before' } })
      await page.evaluate(() => window.galley.call('connection.check', undefined))
    },
    async online() {
      site.proxy.clearRules()
      await page.evaluate(() => window.galley.call('connection.check', undefined))
    },
    async shoot(part, within) {
      const look = language === 'ar' ? 'ar' : 'light'
      await picture(part, look, null, within)
      if (look === 'ar') return
      await page.emulateMedia({ colorScheme: 'dark' })
      await picture(part, 'dark', null, within)
      await page.emulateMedia({ colorScheme: 'light' })
    },
  }

  return {
    ...stage,
    async take(scene) {
      let problem: string | null = null
      try {
        await scene.show(stage)
      } catch (error) {
        problem = error instanceof Error ? error.message : String(error)
      }
      await inAllLooks(scene.name, problem)
      try {
        await scene.after?.(stage)
      } catch (error) {
        problem ??= error instanceof Error ? error.message : String(error)
      }
      site.proxy.clearRules()
      await leave(page)
      if (size.height !== WIDE.height) {
        size = { ...WIDE }
        await resize(size)
      }
      process.stdout.write(`${problem === null ? '  ' : '! '}${language} ${scene.name}\n`)
      if (problem !== null) process.stdout.write(`    ${problem.split('\n').slice(0, 6).join('\n    ')}\n`)
    },
  }
}

/** Closes all layers over the screen, one after another. */
async function leave(page: Page): Promise<void> {
  const over = page.locator(
    '[role=dialog], [role=alertdialog]:not([aria-live] *), [role=menu], [role=listbox]',
  )
  for (let layer = 0; layer < 4 && (await over.count()) > 0; layer += 1) {
    await page.keyboard.press('Escape')
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 120)))
  }
}
