import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { demoPassword, newDataFolder, startGalley } from '../e2e/support/galley-app.ts'
import { indexPage } from './index-page.ts'
import { entrance, readOnly, scenes } from './scenes.ts'
import { startGallerySite } from './site.ts'
import { openStage, WIDE, type Picture, type Scene } from './stage.ts'
import { wordsIn, type Language } from '../e2e/support/words.ts'

const [folder = '.cache/gallery', ...wanted] = process.argv.slice(2)
const isWanted = ({ name }: Scene): boolean =>
  wanted.length === 0 || wanted.some((part) => name.toLowerCase().includes(part.toLowerCase()))

if (wanted.length === 0) rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
const taken: Picture[] = []
const site = await startGallerySite()
const galley = await startGalley({ server: site.proxy.url, dataFolder: newDataFolder() })
const { page } = galley
page.setDefaultTimeout(8000)
try {
  await page.setViewportSize(WIDE)
  for (const language of ['en', 'ar'] as const) {
    await speak(language)
    const word = wordsIn(language)
    const stage = openStage({ galley, language, word, site, folder, pictures: taken })
    for (const scene of entrance.filter(isWanted)) await stage.take(scene)
    await signIn('admin@example.com')
    for (const scene of scenes.filter(isWanted)) await stage.take(scene)
    await signOut()
    if (!readOnly.some(isWanted)) continue
    await signIn('reader@example.com')
    for (const scene of readOnly.filter(isWanted)) await stage.take(scene)
    await signOut()
  }
} finally {
  writeFileSync(join(folder, 'index.html'), indexPage(taken))
  await galley.close()
  await site.dispose()
}
const failed = new Set(taken.filter(({ problem }) => problem !== null).map(({ scene }) => scene))
process.stdout.write(`galley: ${taken.length} pictures, ${failed.size} scenes that were not reached\n`)
process.exitCode = failed.size === 0 ? 0 : 1

async function speak(language: Language): Promise<void> {
  await page.evaluate((spoken) => window.galley.call('app.setLanguage', { language: spoken }), language)
  await page.reload()
  await page.locator('input[type=password]').waitFor()
}

async function signIn(name: string): Promise<void> {
  await page.locator('input[name=username]').fill(name)
  await page.locator('input[type=password]').fill(demoPassword)
  await page.keyboard.press('Enter')
  await page.locator('#sidebar').waitFor()
}

async function signOut(): Promise<void> {
  await page.evaluate(() => window.galley.call('session.logout', undefined))
  await page.locator('input[type=password]').waitFor()
}
