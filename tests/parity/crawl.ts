import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright'
import { stringify } from 'qs-esm'
import { newDataFolder, startGalley, type GalleyApp } from '../e2e/support/galley-app.ts'
import { changedPaths, isWithin } from './changed-paths.ts'
import {
  expectedFields,
  mayWrite,
  type ExpectedField,
  type RawField,
  type Rights,
} from './expected-fields.ts'
import { parityFolder } from './folders.ts'
import type { PayloadSite } from './site.ts'

/** Longest wait for expected content, in milliseconds. */
const PATIENCE = 20_000
/** Longest time for a collection, in milliseconds; then the app is restarted for the next one. */
const LIMIT = 4 * 60_000

/** Messages that ask for missing input; nothing was lost then. */
const ASKS = /required|at least|must be|invalid|valid|enter/i

/** Counts of a crawled site, and its mismatches, such as `posts: the list shows 3 of 4`. */
export type Findings = {
  collections: number
  globals: number
  edits: number
  made: number
  problems: string[]
}

type Entity = {
  slug: string
  fields: RawField[]
  versions?: unknown
  auth?: unknown
  upload?: unknown
  admin?: { hidden?: unknown }
}

/**
 * Opens the app on a site and visits its collections and globals like a person: list, first document, an edit of a
 * plain text, a new document. Compares the screen with the REST API.
 * @param only slugs that are gone over, all where it is empty
 */
export async function crawl(site: PayloadSite, name: string, only: readonly string[]): Promise<Findings> {
  const found: Findings = { collections: 0, globals: 0, edits: 0, made: 0, problems: [] }
  const dataFolder = newDataFolder()
  let baseFilters: Record<string, unknown> = {}
  let noise: string[] = []
  const open = async (): Promise<GalleyApp> => {
    const opened = await startGalley({ server: site.origin, dataFolder })
    opened.page.on('pageerror', (error) => noise.push(`error in the window: ${error.message.slice(0, 300)}`))
    opened.page.on('console', (message) => {
      if (message.type() !== 'error' && message.type() !== 'warning') return
      // Refused requests are checked on the screen.
      if (!/Failed to load resource/.test(message.text()))
        noise.push(`${message.type()}: ${message.text().slice(0, 300)}`)
    })
    return opened
  }
  let app = await open()
  let { page } = app
  const pictures = path.join(parityFolder, 'pictures')
  mkdirSync(pictures, { recursive: true })
  const asks = (slug: string, says: string): boolean => {
    if (!ASKS.test(says)) return false
    process.stdout.write(`  ${slug} asks: ${says}\n`)
    return true
  }
  let isGivenUp = false
  const problem = async (slug: string, words: string): Promise<void> => {
    if (isGivenUp) return
    const file = `${name.replaceAll('/', '+')}-${slug}-${found.problems.length}.png`
    await page.screenshot({ path: path.join(pictures, file), timeout: PATIENCE }).catch(() => undefined)
    found.problems.push(`${slug}: ${words}`)
    process.stdout.write(`  ${name} ${slug}: ${words}\n`)
    for (const line of site.errors()) process.stdout.write(`    ${line.slice(0, 300)}\n`)
  }
  try {
    await page.locator('input[name=username]').fill(site.person.identifier)
    await page.locator('input[type=password]').fill(site.person.password)
    await page.getByRole('button', { name: 'Login', exact: true }).click()
    await page.getByRole('navigation').getByRole('link').first().waitFor()
    const { status, json } = await site.ask('GET', '/desktop/config')
    const schema = record(json)
    if (status !== 200)
      await problem('site', `GET /desktop/config answers ${status}: ${JSON.stringify(json).slice(0, 200)}`)
    const config = record(schema['config'])
    const extras = record(schema['extras'])
    const access = record((await site.ask('GET', '/access')).json)
    // REST does not tell how a site restricts its lists.
    baseFilters = record(record((await site.ask('GET', '/desktop/session')).json)['baseFilters'])
    for (const kind of ['collections', 'globals'] as const) {
      for (const entity of (config[kind] ?? []) as Entity[]) {
        if (only.length > 0 && !only.includes(entity.slug)) continue
        found[kind] += 1
        const begun = performance.now()
        const visited = visit(kind, entity, record(access[kind])[entity.slug], extras).catch(
          (error: unknown) =>
            problem(entity.slug, `the crawl stopped: ${String(error).split('\n')[0]?.slice(0, 200)}`),
        )
        const isOver = await Promise.race([visited.then(() => true), sleep(LIMIT, false, { ref: false })])
        process.stdout.write(`  ${entity.slug} ${Math.round((performance.now() - begun) / 1000)} s\n`)
        if (!isOver) {
          await problem(entity.slug, `it does not come to its end within ${LIMIT / 60_000} minutes`)
          isGivenUp = true
          await app.kill()
          await visited
          isGivenUp = false
          app = await open()
          page = app.page
          await page.getByRole('navigation').getByRole('link').first().waitFor()
        }
        for (const one of new Set(noise)) await problem(entity.slug, one)
        noise = []
        if (!site.isRunning()) throw new Error(`the site ended at ${entity.slug}`)
      }
    }
  } catch (error) {
    await problem('site', String(error).split('\n')[0]?.slice(0, 300) ?? '')
  } finally {
    await app.kill()
    // Its last processes may still write.
    rmSync(dataFolder, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 })
  }
  return found

  async function visit(
    kind: 'collections' | 'globals',
    entity: Entity,
    allowed: unknown,
    extras: Record<string, unknown>,
  ): Promise<void> {
    const { slug } = entity
    const rights: Rights = isAllowed(record(allowed)['fields'], true)
      ? true
      : record(record(allowed)['fields'])
    const can = (what: string): boolean => isAllowed(record(allowed)[what])
    const hasCondition = (schemaPath: string): boolean =>
      Object.entries(extras).some(
        ([place, extra]) =>
          (place === schemaPath || (schemaPath.endsWith('._index') && place.startsWith(schemaPath))) &&
          record(extra)['hasCondition'] === true,
      )
    const fields = expectedFields(entity.fields, rights, hasCondition, slug).filter(
      // The credentials panel has labels of its own for them.
      (field) => !entity.auth || !/^(enable|has)APIKey$/.test(field.path),
    )
    const at = `/${kind}/${slug}`
    if (kind === 'globals') {
      if (!can('read')) return
      await openForm(at, slug, fields, 'document')
      if (can('update')) await edit(at, `/globals/${slug}`, 'POST', fields, rights, entity)
      return
    }
    const first = can('read') ? await list(at, entity) : undefined
    if (first !== undefined) {
      const address = `${at}/${encodeURIComponent(first)}`
      await openForm(address, slug, fields, 'document')
      if (can('update')) await edit(address, `/${slug}/${first}`, 'PATCH', fields, rights, entity)
    }
    if (!can('create') || entity.admin?.hidden === true) return
    const made = await create(at, entity, fields, record(record(allowed)['read'])['where'] !== undefined)
    if (first !== undefined || made === undefined || !can('update')) return
    await edit(`${at}/${encodeURIComponent(made)}`, `/${slug}/${made}`, 'PATCH', fields, rights, entity)
  }

  /** Opens the list, and returns the id of the site's first document. */
  async function list(at: string, { slug, versions }: Entity): Promise<string | undefined> {
    const drafts = record(versions)['drafts'] ? '&draft=true' : ''
    const where = baseFilters[slug]
    const filter = where === undefined ? '' : `&${stringify({ where })}`
    const answer = await site.ask('GET', `/${slug}?limit=10&depth=0${drafts}${filter}`)
    if (answer.status !== 200) return undefined
    const total = Number(record(answer.json)['totalDocs'])
    await page.goto(`app://bundle${at}`)
    const main = page.locator('main')
    const shown = async (): Promise<number | null> => {
      const text = await main.innerText()
      const of = /\d+\s*[-–]\s*\d+\s+of\s+([\d,]+)/.exec(text)?.[1]?.replaceAll(',', '')
      return of === undefined ? main.locator('table tbody tr').count() : Number(of)
    }
    const isRight = await poll(
      async () => (await main.locator('h1').count()) > 0 && (await shown()) === total,
    )
    if (!isRight) await problem(slug, `the list shows ${await shown()} of ${total}`)
    const [doc] = (record(answer.json)['docs'] ?? []) as Record<string, unknown>[]
    return idOf(doc)
  }

  /** Opens a form and looks for a control, or the label of a replacement, of each field. */
  async function openForm(
    address: string,
    slug: string,
    fields: ExpectedField[],
    what: string,
  ): Promise<void> {
    await page.goto(`app://bundle${address}`)
    const certain = fields.filter(({ mayBeAway }) => !mayBeAway)
    let missing = certain
    const look = async (): Promise<boolean> => {
      missing = await missingOf(page, missing)
      return missing.length === 0
    }
    if (await poll(look, 4000)) return
    const details = page.getByRole('button', { name: /^Details/, pressed: false })
    if ((await details.count()) > 0)
      await details
        .first()
        .click({ timeout: 1000 })
        .catch(() => undefined)
    // Nested tabs, and closed boxes.
    for (let depth = 0; depth < 2 && missing.length > 0; depth++) {
      for (const box of await page.locator('main button[aria-expanded=false][aria-controls]').all())
        await box.click({ timeout: 1000 }).catch(() => undefined)
      if (await poll(look, 500)) return
      for (const tab of await page.locator('main [role=tab]').all()) {
        await tab.click({ timeout: 1000 }).catch(() => undefined)
        if (await poll(look, 300)) return
      }
    }
    if (await poll(look, PATIENCE)) return
    const names = missing.map(({ path: at, field }) => `${at} (${field.type})`)
    await problem(slug, `no control in the ${what}: ${names.slice(0, 6).join(', ')}`)
  }

  /** Edits a text over REST and then in the window: the window may change nothing that REST does not. */
  async function edit(
    address: string,
    at: string,
    method: 'PATCH' | 'POST',
    fields: ExpectedField[],
    rights: Rights,
    { slug, versions }: Entity,
  ): Promise<void> {
    if (fields.length === 0) return
    const whole = `${at}?depth=0&locale=all&draft=true`
    const read = async (): Promise<Record<string, unknown>> => record((await site.ask('GET', whole)).json)
    await page.goto(`app://bundle${address}`)
    await poll(async () => (await page.locator('main [id$="-label"]').count()) > 0)
    const target = await firstText(fields.filter((field) => mayWrite(rights, field.path)))
    if (target === undefined) return
    const input = textInput(page, target.path)
    const drafts = record(versions)['drafts'] ? '&draft=true' : ''
    const value = `${await input.inputValue()} r`
    const untouched = await read()
    const answer = await site.ask(method, `${at}?depth=0${drafts}`, nested(target.path, value))
    if (answer.status >= 400) return
    const before = await read()
    // The site changes the value itself.
    if (!textIn(before, target.path).has(value)) return
    const byRest = changedPaths(untouched, before)
    await page.goto(`app://bundle${address}`)
    const isUp = await poll(async () => (await input.inputValue({ timeout: 1000 })) === value)
    if (!isUp) return problem(slug, `${target.path} does not come up as REST has made it`)
    await input.click()
    await page.keyboard.press('Control+End')
    await input.pressSequentially(' x')
    await save(page)
    let after = before
    const isOwn = (one: string): boolean => isWithin(one, [target.path])
    const arrived = await poll(async () => {
      after = await read()
      return changedPaths(before, after).some(isOwn)
    })
    if (!arrived) return problem(slug, `an edit of ${target.path} does not arrive: ${await whatItSays(page)}`)
    found.edits += 1
    const free = [...byRest, target.path, 'updatedAt', 'createdAt', '_status']
    const others = changedPaths(before, after).filter((one) => !isWithin(one, free))
    if (others.length > 0)
      await problem(slug, `an edit of ${target.path} has also changed ${others.join(', ')}`)
  }

  /** True if the site refuses the same document over REST. */
  async function isRefusedOverRest(
    { slug, upload }: Entity,
    data: Record<string, unknown>,
  ): Promise<boolean> {
    let body: unknown = data
    if (upload) {
      const { name: fileName, mimeType, buffer } = fileFor(upload)
      const form = new FormData()
      form.append('file', new File([new Uint8Array(buffer)], fileName, { type: mimeType }))
      form.append('_payload', JSON.stringify(data))
      body = form
    }
    return (await site.ask('POST', `/${slug}`, body)).status >= 400
  }

  /** Fills in the plain fields of a new document, saves it, and returns its id once the site has it. */
  async function create(
    at: string,
    entity: Entity,
    fields: ExpectedField[],
    isNarrowed: boolean,
  ): Promise<string | undefined> {
    const { slug } = entity
    await openForm(
      `${at}/create`,
      slug,
      fields.filter(({ field }) => field.type !== 'join'),
      'new document',
    )
    await page.goto(`app://bundle${at}/create`)
    if (!(await poll(async () => (await page.locator('main [id$="-label"], main input').count()) > 0)))
      return undefined
    const newest = async (): Promise<Record<string, unknown>> =>
      record((await site.ask('GET', `/${slug}?limit=1&depth=0&draft=true&sort=-createdAt`)).json)
    const count = async (): Promise<number> => Number((await newest())['totalDocs'])
    const before = await count()
    // Without a list, the site cannot tell if it was created.
    if (Number.isNaN(before)) return undefined
    if (entity.upload) {
      const file = page.locator('main input[type=file]').first()
      await file.setInputFiles(fileFor(entity.upload), { timeout: 5000 }).catch(() => undefined)
    }
    const typed = await fill(fields)
    if (Object.keys(typed).length === 0 && !entity.upload) return undefined
    await save(page)
    const isThere = async (): Promise<boolean> => (await count()) > before
    await poll(async () => (await isThere()) || ASKS.test(await whatItSays(page)), 8000)
    if (!(await isThere()) && (await chooseWhatIsAskedFor())) await save(page)
    if (await poll(isThere, 8000)) {
      found.made += 1
      const [doc] = ((await newest())['docs'] ?? []) as Record<string, unknown>[]
      return idOf(doc)
    }
    const says = await whatItSays(page)
    if (asks(slug, says)) return undefined
    // The site may hide the document from its author.
    if (isNarrowed && says === 'Saved') found.made += 1
    else if (await isRefusedOverRest(entity, typed))
      process.stdout.write(`  ${slug} refuses over REST as well: ${says}\n`)
    else await problem(slug, `a new document does not arrive: ${says}`)
    return undefined
  }

  /** Takes the first document for each required relation. */
  async function chooseWhatIsAskedFor(): Promise<boolean> {
    let isAny = false
    for (const input of await page.locator('main input[role=combobox][aria-invalid=true]').all()) {
      await input.click({ timeout: 2000 }).catch(() => undefined)
      const option = page.getByRole('option').first()
      isAny = await option.click({ timeout: 5000 }).then(
        () => true,
        () => isAny,
      )
    }
    return isAny
  }

  /** Fills in plain fields, and returns the resulting document. */
  async function fill(fields: ExpectedField[]): Promise<Record<string, unknown>> {
    const mark = `crawl ${Date.now() % 100_000}`
    const typed: Record<string, unknown> = {}
    for (const { path: at, field } of fields) {
      if (!['text', 'textarea', 'email', 'number'].includes(field.type) || field.hasMany) continue
      if (field.type === 'number' && !field.required) continue
      const input = textInput(page, at)
      if ((await input.count()) === 0 || !(await input.isVisible()) || !(await input.isEditable())) continue
      const text = /slug|path/i.test(at) ? mark.replace(' ', '-') : mark
      // Exports and imports need a collection, which the web admin's own component fills in.
      const plain = at === 'collectionSlug' ? 'posts' : text
      const value =
        field.type === 'email'
          ? `crawl${Date.now() % 100_000}@example.com`
          : field.type === 'number'
            ? String(Math.max(3, field.min ?? 3))
            : plain
      await input.fill(value, { timeout: 2000 }).then(
        () => setIn(typed, at, field.type === 'number' ? Number(value) : value),
        () => undefined,
      )
    }
    for (const input of await page.locator('main input[type=password]').all()) {
      await input.fill('crawl-password', { timeout: 2000 }).catch(() => undefined)
      typed['password'] = 'crawl-password'
    }
    return typed
  }

  async function firstText(fields: ExpectedField[]): Promise<ExpectedField | undefined> {
    for (const one of fields) {
      const { type, hasMany, admin } = one.field
      if (
        !['text', 'textarea'].includes(type) ||
        hasMany ||
        admin?.readOnly ||
        /slug|path|url$/i.test(one.path)
      )
        continue
      const input = textInput(page, one.path)
      if ((await input.count()) === 0 || !(await input.isVisible())) continue
      if (await input.isEditable().catch(() => false)) return one
    }
    return undefined
  }
}

function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

function idOf(doc: Record<string, unknown> | undefined): string | undefined {
  const id = doc?.['id']
  return typeof id === 'string' || typeof id === 'number' ? String(id) : undefined
}

function isAllowed(right: unknown, orElse = false): boolean {
  if (right === undefined) return orElse
  return right === true || record(right)['permission'] === true
}

async function poll(check: () => Promise<boolean>, patience = PATIENCE): Promise<boolean> {
  const end = performance.now() + patience
  for (;;) {
    if (await check().catch(() => false)) return true
    if (performance.now() > end) return false
    await sleep(100)
  }
}

function textInput(page: Page, at: string) {
  return page.locator(`main [id$="-${at}"]`).and(page.locator('input, textarea')).first()
}

/** Returns the request body that changes one text. */
function nested(at: string, value: string): unknown {
  return at.split('.').reduceRight<unknown>((inside, key) => ({ [key]: inside }), value)
}

function setIn(doc: Record<string, unknown>, at: string, value: unknown): void {
  const keys = at.split('.')
  const last = keys.pop() ?? at
  let inside = doc
  for (const key of keys) inside = inside[key] = { ...record(inside[key]) }
  inside[last] = value
}

/** Returns a document's texts at a path, one per locale if localized. */
function textIn(doc: unknown, at: string): Set<unknown> {
  let values = [doc]
  for (const key of at.split('.')) values = values.map((value) => record(value)[key])
  return new Set(values.flatMap((value) => [value, ...Object.values(record(value))]))
}

/** Returns the fields that are not on the screen. */
async function missingOf(page: Page, fields: ExpectedField[]): Promise<ExpectedField[]> {
  const { ids, labels } = await page.evaluate(() => ({
    ids: [...document.querySelectorAll('[id]')].map(({ id }) => id),
    labels: [
      ...document.querySelectorAll<HTMLElement>(
        'main label, main [id$="-label"], main legend, main h2, main h3, aside label, aside [id$="-label"], main button',
      ),
    ].map((element) => (element.innerText.trim().split('\n')[0] ?? '').toLowerCase()),
  }))
  return fields.filter(({ path: at, field: { label } }) => {
    if (ids.some((id) => id.endsWith(`-${at}`) || id.includes(`-${at}-`))) return false
    const name = typeof label === 'string' ? label.toLowerCase() : null
    return name === null || !labels.some((one) => one === name || one.startsWith(`${name} `))
  })
}

async function save(page: Page): Promise<void> {
  for (const label of [
    'Save',
    'Save Draft',
    'Save draft',
    'Publish changes',
    'Publish Changes',
    'Publish',
    'Create',
  ]) {
    const button = page.getByRole('main').getByRole('button', { name: label, exact: true }).first()
    if ((await button.count()) === 0 || !(await button.isEnabled().catch(() => false))) continue
    // Autosave of a draft may remove it at the same moment.
    if (
      await button.click({ timeout: 2500 }).then(
        () => true,
        () => false,
      )
    )
      return
  }
  await page.keyboard.press('Control+s')
}

/** Returns the document's state and errors on the screen. */
async function whatItSays(page: Page): Promise<string> {
  const parts = await page.evaluate(() =>
    [
      ...document.querySelectorAll<HTMLElement>(
        'main header [role=status], main [id$="-error"], [role=alert], [role=alertdialog]',
      ),
    ]
      .map((element) => element.innerText.trim().replaceAll(/\s+/g, ' '))
      .filter((text) => text !== ''),
  )
  return parts.join(' | ').slice(0, 240)
}

/** A GIF of one pixel. */
const GIF = 'R0lGODlhAQABAPAAAP8AAAAAACwAAAAAAQABAAACAkQBADs='

function fileFor(upload: unknown): { name: string; mimeType: string; buffer: Buffer } {
  const types = (record(upload)['mimeTypes'] ?? []) as string[]
  const any = (pattern: RegExp): boolean => types.some((type) => pattern.test(type))
  const name = `crawl-${Date.now() % 1_000_000}`
  const asset = (file: string): Buffer => readFileSync(path.join(parityFolder, 'test/uploads', file))
  if (types.length === 0 || any(/^image\/(\*|png)/) || any(/^\*/))
    return { name: `${name}.png`, mimeType: 'image/png', buffer: asset('image.png') }
  if (any(/jpe?g/)) return { name: `${name}.jpg`, mimeType: 'image/jpeg', buffer: asset('test-image.jpg') }
  if (any(/svg/)) {
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><rect width="5" height="5"/></svg>'
    return { name: `${name}.svg`, mimeType: 'image/svg+xml', buffer: Buffer.from(svg) }
  }
  if (any(/pdf/)) return { name: `${name}.pdf`, mimeType: 'application/pdf', buffer: asset('test-pdf.pdf') }
  if (any(/gif/)) return { name: `${name}.gif`, mimeType: 'image/gif', buffer: Buffer.from(GIF, 'base64') }
  if (any(/csv/)) return { name: `${name}.csv`, mimeType: 'text/csv', buffer: Buffer.from('title\ncrawl') }
  if (any(/html/)) return { name: `${name}.html`, mimeType: 'text/html', buffer: asset('test.html') }
  if (any(/audio/)) return { name: `${name}.mp3`, mimeType: 'audio/mpeg', buffer: asset('audio.mp3') }
  return { name: `${name}.txt`, mimeType: 'text/plain', buffer: Buffer.from('crawl') }
}
