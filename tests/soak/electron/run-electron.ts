import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Page } from 'playwright'
import { goTo } from '../../e2e/support/addresses.ts'
import { login, startGalley, type GalleyApp } from '../../e2e/support/galley-app.ts'
import { documentState, openList, titleInput, untilStatusBarSays } from '../../e2e/support/screens.ts'
import { ADMIN, listAt, ok, startCms, type Cms } from '../../integration/support/cms.ts'
import { startFaultProxy, type Fault, type FaultProxy } from '../../support/fault-proxy.ts'
import { seeded } from '../random.ts'
import { secondStart, twoStarts } from './second-start.ts'

/* The soak of the real app: types in its window and kills it again and again, over a faulty network. Text reported as
   saved must be there at the next start, and in the end on the server, once. */

const { values: args } = parseArgs({
  options: {
    electron: { type: 'boolean' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    kills: { type: 'string', default: '100' },
    /** Writes the findings to a file, as JSON. */
    findings: { type: 'string' },
  },
})
const random = seeded(Number(args.seed))
const say = (text: string): void => void process.stdout.write(`${text}\n`)
say(`soak of the app: seed ${args.seed}, ${args.kills} kills`)

/** A title that is typed into. */
type Place = {
  /** Address of the document's screen. */
  address: string
  /** The unique beginning of the title of a document that was created in the app; else empty. */
  marker: string
  /** The title with all typed text, beginning with the marker. */
  typed: string
  /** The part that the screen reported as saved, here or on the server. */
  durable: string
  /** True if it was created in the app. */
  isNew: boolean
}

const findings: string[] = []
const places: Place[] = []
let typings = 0
/** Second starts, during or together with another one. */
let seconds = 0
/** The state line once all edits are in the database, or further. */
const DURABLE = /Saved|Waiting to send|Sending/

const cms = await startCms({ seed: 'small' })
const proxy = await startFaultProxy(cms.url)
const dataFolder = await mkdtemp(path.join(tmpdir(), 'galley-soak-app-'))
try {
  const { token } = await cms.login(ADMIN)
  for (const document of listAt(
    ok(await cms.request('GET', '/posts?limit=4&depth=0', { token })).json,
    'docs',
  )) {
    const { id } = document as { id: number }
    places.push({ address: `/collections/posts/${id}`, marker: '', typed: '', durable: '', isNew: false })
  }
  await firstStart()
  for (let kill = 1; kill <= Number(args.kills); kill += 1) {
    await oneLife(kill)
    if (kill % 10 === 0) say(`soak of the app: ${kill} kills, ${typings} texts typed`)
  }
  await lookAtTheEnd(cms, token)
} finally {
  await proxy.close()
  await cms.dispose()
  await rm(dataFolder, { recursive: true, force: true })
}
if (args.findings !== undefined) {
  const plain = findings.map((text) => ({ kind: 'unexpected', text }))
  await writeFile(args.findings, JSON.stringify(plain))
}
for (const finding of findings) say(`\n${finding}`)
const made = places.filter(({ isNew }) => isNew).length
say(
  `\nseed ${args.seed}: ${args.kills} kills, ${typings} texts typed, ${made} documents made, ${seconds} second starts, ${findings.length} findings`,
)
process.exit(findings.length > 0 ? 1 : 0)

async function firstStart(): Promise<void> {
  const galley = await startGalley({ server: proxy.url, dataFolder })
  await login(galley.page, ADMIN)
  await openList(galley.page, 'Posts')
  // Opens each one once, so that it is on this computer.
  for (const { address } of places) {
    await goTo(galley.page, address)
    await titleInput(galley.page).waitFor()
  }
  await galley.close()
}

/** One life: a start, typing, and a kill during it. */
async function oneLife(nr: number): Promise<void> {
  if (random.chance(0.05)) await beside(nr, twoStarts)
  const galley = await startGalley({ server: proxy.url, dataFolder })
  if (random.chance(0.7)) breakSomething(proxy)
  try {
    // Typing afterwards shows that the first program is unharmed.
    if (random.chance(0.2)) await beside(nr, secondStart)
    await work(galley, nr)
  } catch (error) {
    findings.push(`life ${nr}: ${error instanceof Error ? error.message : String(error)}`)
  }
  await galley.kill()
  proxy.clearRules()
}

/** Runs two processes of one installation: one of them has to exit by itself. */
async function beside(nr: number, start: typeof secondStart): Promise<void> {
  seconds += 1
  const wrong = await start(proxy.url, dataFolder)
  if (wrong !== null) findings.push(`TWO in life ${nr}: ${wrong}`)
}

async function work({ page }: GalleyApp, nr: number): Promise<void> {
  const place = random.chance(0.2) ? await makePlace(page) : random.pick(places)
  if (page.url() !== `app://bundle${place.address}` || !place.isNew) await goTo(page, place.address)
  await titleInput(page).waitFor()
  await check(page, place, nr)
  for (let times = random.int(1, 3); times > 0; times -= 1) {
    typings += 1
    const text = ` t${typings}`
    await titleInput(page).focus()
    await page.keyboard.press('End')
    place.typed += text
    await page.keyboard.type(text, { delay: random.int(0, 40) })
    // Half of the times it goes on before a state is shown.
    if (random.chance(0.5)) {
      await documentState(page).filter({ hasText: DURABLE }).waitFor()
      place.durable = place.typed
    }
    place.address = new URL(page.url()).pathname
  }
  await pause(random.int(0, 600))
  place.address = new URL(page.url()).pathname
}

/** Creates a document and types its first text. */
async function makePlace(page: Page): Promise<Place> {
  await openList(page, 'Posts')
  await page.getByRole('main').getByRole('link', { name: 'Create New' }).click()
  await titleInput(page).waitFor()
  typings += 1
  const marker = `made${typings}here`
  await titleInput(page).fill(marker)
  await documentState(page).filter({ hasText: DURABLE }).waitFor()
  const address = new URL(page.url()).pathname
  const place = { address, marker, typed: marker, durable: marker, isNew: true }
  places.push(place)
  return place
}

/** Checks that saved text is there, and nothing else than typed text. */
async function check(page: Page, place: Place, nr: number): Promise<void> {
  const shown = await titleInput(page).inputValue()
  if (place.typed === '') {
    place.typed = shown
    place.durable = shown
    return
  }
  if (!shown.startsWith(place.durable))
    findings.push(`LOST in life ${nr}: ${place.address} shows “${shown}”, “${place.durable}” was saved`)
  else if (!place.typed.startsWith(shown))
    findings.push(`CHANGED in life ${nr}: ${place.address} shows “${shown}”, typed was “${place.typed}”`)
  // Continues from there: unsaved text is lost by the kill.
  place.typed = shown
  place.durable = shown
}

function breakSomething(at: FaultProxy): void {
  const kinds = ['drop-before', 'drop-after', 'truncate', 'duplicate', 'portal', 'hold'] as const
  const fault: Fault = { kind: random.pick(kinds) }
  at.addRule({ match: ({ method }) => method !== 'GET', fault, times: random.int(1, 4) })
}

async function lookAtTheEnd(at: Cms, token: string): Promise<void> {
  const galley = await startGalley({ server: proxy.url, dataFolder })
  galley.page.setDefaultTimeout(120_000)
  await openList(galley.page, 'Posts')
  // A draft journalled before the kill is queued by its form.
  for (const { address } of places) {
    await goTo(galley.page, address)
    await titleInput(galley.page).waitFor()
  }
  await untilStatusBarSays(galley.page, 'Everything sent').catch(() =>
    findings.push('NOT SENT: the status bar does not say that everything is'),
  )
  const query = '/posts?draft=true&depth=0&limit=500&locale=en'
  const documents = listAt(ok(await at.request('GET', query, { token })).json, 'docs')
  const titles = documents.map((document) => document as { id: number; title: string })
  for (const place of places) {
    const id = place.address.split('/').at(-1)
    const found = titles.filter((one) =>
      place.isNew
        ? one.title.startsWith(`${place.marker} `) || one.title === place.marker
        : String(one.id) === id,
    )
    if (found.length !== 1)
      findings.push(
        `${found.length === 0 ? 'LOST' : 'DOUBLED'}: “${place.durable}” is there ${found.length} times`,
      )
    const title = found[0]?.title ?? ''
    if (place.typed !== '' && !(title.startsWith(place.durable) && place.typed.startsWith(title)))
      findings.push(`LOST: the server has “${title}”, saved was “${place.durable}”`)
  }
  await galley.close()
}
