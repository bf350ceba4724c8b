import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright'
import { at, listAt, startCms, type Cms } from '../integration/support/cms.ts'
import { startFaultProxy, type FaultProxy } from '../support/fault-proxy.ts'
import { goTo } from './support/addresses.ts'
import { violationsOf } from './support/axe.ts'
import { eventually } from './support/eventually.ts'
import { focusedName } from './support/form.ts'
import { login, newDataFolder, startGalley, type GalleyApp } from './support/galley-app.ts'
import { openList, untilStatusBarSays } from './support/screens.ts'
import { findId } from './support/whole-document.ts'

/* The order that people make, of a list and of a join, by the keyboard. */

let cms: Cms
let proxy: FaultProxy
let galley: GalleyApp
let page: Page
let token: string

beforeAll(async () => {
  cms = await startCms({ seed: 'small' })
  ;({ token } = await cms.login())
  proxy = await startFaultProxy(cms.url)
  galley = await startGalley({ server: proxy.url, dataFolder: newDataFolder() })
  page = galley.page
  await login(page, 'editor@example.com')
})

afterAll(async () => {
  await galley.close()
  await proxy.close()
  await cms.dispose()
})

const TRAIN = 'The night train over the pass'
const RACKS = 'Fish racks in the evening light'
const CAFE = 'The harbour café that never closes'
const SWIM = 'Swimming before breakfast'
const CAR = 'The cable car at midnight'
const HALL = 'Azulejos of the station hall'
const PLACE_ORDER = '_highlights_highlights_order'

const table = () => page.getByRole('table', { name: 'Highlights' })
const rows = () => table().locator('tbody [data-row]').locator('a, [data-open]').allInnerTexts()
const link = (title: string) => table().getByRole('link', { name: title })

async function onServer(query: string): Promise<unknown[]> {
  const { json } = await cms.request('GET', `/highlights?depth=0&locale=en&limit=0&${query}`, { token })
  return listAt(json, 'docs').map((doc) => at(doc, 'title'))
}

test('rows of a list are moved with Alt and the arrows, offline too, and can be put back', async () => {
  await openList(page, 'Highlights')
  await eventually(rows).toEqual([TRAIN, RACKS, CAFE, SWIM, CAR, HALL])
  await untilStatusBarSays(page, 'Online')

  await link(TRAIN).focus()
  await page.keyboard.press('Alt+ArrowDown')
  await page.keyboard.press('Alt+ArrowDown')
  await eventually(rows).toEqual([RACKS, CAFE, TRAIN, SWIM, CAR, HALL])
  expect(await focusedName(page)).toContain(TRAIN)
  await eventually(() => page.locator('[aria-live=polite]').allInnerTexts()).toContain(
    `${TRAIN} moved to 3 of 6`,
  )
  await eventually(() => onServer('sort=_order')).toEqual([RACKS, CAFE, TRAIN, SWIM, CAR, HALL])

  expect(await violationsOf(page)).toEqual([])

  const clear = proxy.addRule({ match: () => true, fault: { kind: 'drop-before' } })
  await link(HALL).focus()
  await page.keyboard.press('Alt+ArrowUp')
  await link(RACKS).focus()
  await page.keyboard.press('Alt+ArrowDown')
  const moved = [CAFE, RACKS, TRAIN, SWIM, HALL, CAR]
  await eventually(rows).toEqual(moved)
  await table().getByRole('row', { name: HALL }).getByText('Waiting').waitFor()

  // The way back of one of them: what would be sent is given up.
  await goTo(page, '/outbox')
  await page.getByRole('button', { name: /Move/ }).last().click()
  await page
    .getByText(`Before “${HALL}”`)
    .or(page.getByText(`Behind “${CAFE}”`))
    .waitFor()
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
  await openList(page, 'Highlights')
  await eventually(rows).toEqual([RACKS, CAFE, TRAIN, SWIM, HALL, CAR])

  clear()
  await eventually(() => onServer('sort=_order')).toEqual([RACKS, CAFE, TRAIN, SWIM, HALL, CAR])
  await eventually(rows).toEqual([RACKS, CAFE, TRAIN, SWIM, HALL, CAR])
})

test('rows cannot be moved while the list goes by something else, and go by their order again at a press', async () => {
  await table()
    .getByRole('columnheader', { name: 'Title', exact: true })
    .getByRole('button', { name: 'Title' })
    .click()
  await eventually(rows).toEqual([RACKS, CAFE, TRAIN, SWIM, HALL, CAR].toSorted())
  expect(
    await table()
      .getByRole('button', { name: /^Move / })
      .count(),
  ).toBe(0)
  await table().getByRole('button', { name: 'Sort by manual order' }).click()
  await eventually(rows).toEqual([RACKS, CAFE, TRAIN, SWIM, HALL, CAR])
  expect(
    await table()
      .getByRole('button', { name: /^Move / })
      .count(),
  ).toBe(6)
})

test('what points at a document is ordered in its join, apart from the order of the list', async () => {
  const narvik = await findId(cms, 'places', 'name', 'Narvik', token)
  await goTo(page, `/collections/places/${narvik}`)
  await eventually(rows).toEqual([TRAIN, CAFE, CAR])
  await table().getByRole('button', { name: CAR }).last().focus()
  await page.keyboard.press('Alt+ArrowUp')
  await page.keyboard.press('Alt+ArrowUp')
  await eventually(rows).toEqual([CAR, TRAIN, CAFE])
  expect(await focusedName(page)).toContain(CAR)
  await eventually(() => onServer(`sort=${PLACE_ORDER}&where[place][equals]=${narvik}`)).toEqual([
    CAR,
    TRAIN,
    CAFE,
  ])
  await eventually(rows).toEqual([CAR, TRAIN, CAFE])
  expect(await onServer('sort=_order')).toEqual([RACKS, CAFE, TRAIN, SWIM, HALL, CAR])
})
