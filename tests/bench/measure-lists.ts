import type { Page } from 'playwright'
import { goTo } from '../e2e/support/addresses.ts'
import { login, newDataFolder, startGalley } from '../e2e/support/galley-app.ts'
import { goOffline } from '../e2e/support/screens.ts'
import { startFaultProxy } from '../support/fault-proxy.ts'
import { fillStore } from '../support/fill-store.ts'
import type { BenchSite } from './bench-site.ts'
import { databaseIn } from './database-in.ts'
import { bothWays, openedLists, rowsAre, type Warm } from './measure-screens.ts'
import { demo } from './measure-store.ts'

const DOCUMENTS = 100_000

export type Lists = { rows10: Warm; rows100: Warm; rows1000: Warm }

/** Lists of 100,000 documents of this computer, without a server, from the dashboard by the sidebar, page warm. */
export async function measureLists(site: BenchSite, runs: number): Promise<Lists> {
  const proxy = await startFaultProxy(site.cms.url)
  const dataFolder = newDataFolder()
  const first = await startGalley({ server: proxy.url, dataFolder })
  await login(first.page, 'admin@example.com')
  await first.close()
  const { templates } = await demo(site)
  fillStore(databaseIn(dataFolder), { slug: 'posts', templates, documents: DOCUMENTS })
  const galley = await startGalley({ server: proxy.url, dataFolder })
  const { page } = galley
  try {
    await goOffline(page, proxy)
    const open = async (rows: number): Promise<Warm> => {
      await keepLimit(page, 'posts', rows)
      await goTo(page, '/collections/posts')
      const visible = await rowsAre(page, rows)
      const link = page
        .getByRole('navigation')
        .getByRole('link', { name: /^Posts/ })
        .first()
      return bothWays((pointer) => openedLists(page, link, { rows, visible, runs, pointer }))
    }
    return { rows10: await open(10), rows100: await open(100), rows1000: await open(1000) }
  } finally {
    await galley.close()
    await proxy.close()
  }
}

/** Chooses how many rows the list has, also a number that the site does not offer. */
export async function keepLimit(page: Page, slug: string, limit: number): Promise<void> {
  await page.evaluate((preference) => Reflect.get(window, 'galley').call('listPreference.set', preference), {
    slug,
    choice: { limit },
  })
}
