import type { DocRef } from '../../shared/cms/doc-ref.ts'
import { isJsonObject, isPlainJson, type JsonObject } from '../../shared/json.ts'
import { canonical } from './canonical.ts'
import { cellsOfAll } from './cells.ts'
import { LOCALES, kindOf, type KindName } from './kinds.ts'
import type { Doc, Ledger } from './ledger.ts'
import type { Random } from './random.ts'
import type { Site } from './site.ts'
import { placed, valuesOf } from './values.ts'

const HOW_MANY: Partial<Record<KindName, number>> = {
  post: 6,
  page: 3,
  place: 3,
  category: 2,
  note: 3,
  sink: 4,
}

/** Makes the documents that are there from the beginning, with a value in every cell and rows in every list. */
export async function makeDocuments(site: Site, ledger: Ledger, random: Random): Promise<void> {
  const values = valuesOf('theirs', random)
  const author = await firstId(site, '/authors')
  for (const [name, many] of Object.entries(HOW_MANY) as [KindName, number][]) {
    for (let index = 0; index < many; index += 1) {
      const id = await makeOne(site, name, author, index % 2 === 1)
      await register(site, ledger, name, { kind: 'collection', slug: kindOf(name).slug, id })
    }
  }
  for (const name of ['cover', 'header'] as const) {
    const { slug, cells, lists } = kindOf(name)
    const rows = lists.reduce<JsonObject>(
      (body, list) => placed(body, list.path, [values.row(list), values.row(list)]),
      {},
    )
    for (const locale of LOCALES) {
      const texts = cells.reduce<JsonObject>((body, cell) => placed(body, cell.path, values.cell(cell)), {})
      await site.ask('POST', `/globals/${slug}?locale=${locale}`, {
        ...texts,
        ...(locale === 'en' ? rows : {}),
      })
    }
    await register(site, ledger, name, { kind: 'global', slug })
  }
  for (const doc of ledger.docs) if (doc.name === 'place') doc.kept = true

  async function makeOne(at: Site, name: KindName, by: unknown, published: boolean): Promise<string> {
    const kind = kindOf(name)
    const hasDrafts = kind.modes[0] !== 'save'
    const cellsIn = (locale: string): JsonObject =>
      kind.cells
        .filter((cell) => locale === 'en' || cell.localized)
        .reduce<JsonObject>((body, cell) => placed(body, cell.path, values.cell(cell)), {})
    const lists = kind.lists.reduce<JsonObject>(
      (body, list) => placed(body, list.path, [values.row(list), values.row(list), values.row(list)]),
      {},
    )
    const required: JsonObject =
      kind.slug === 'posts'
        ? { authors: [Number(by)] }
        : kind.slug === 'kitchen-sink'
          ? { text: 'Some text', arrayRequired: [{ word: 'one' }] }
          : {}
    const status = hasDrafts ? { _status: published ? 'published' : 'draft' } : {}
    const query = (locale: string): string =>
      `?locale=${locale}&depth=0${hasDrafts && !published ? '&draft=true' : ''}`
    const first = await at.ask('POST', `/${kind.slug}${query('en')}`, {
      ...required,
      ...merge(cellsIn('en'), lists),
      ...status,
    })
    const doc: unknown = first.json?.['doc']
    if (!isJsonObject(doc)) throw new Error(`cannot make ${name}: ${JSON.stringify(first.json)}`)
    const id = canonical(doc['id'])
    for (const locale of LOCALES.slice(1)) {
      const body = cellsIn(locale)
      if (Object.keys(body).length === 0) continue
      const answer = await at.ask('PATCH', `/${kind.slug}/${id}${query(locale)}`, { ...body, ...status })
      if (answer.status !== 200) throw new Error(`cannot fill ${name}: ${JSON.stringify(answer.json)}`)
    }
    return id
  }
}

async function register(site: Site, ledger: Ledger, name: KindName, ref: DocRef): Promise<Doc> {
  const data = await site.read(ref)
  if (data === null) throw new Error(`${name} is not there`)
  site.noteRevision(data['updatedAt'])
  const initial = cellsOfAll(site.fieldsOf(ref), data)
  return ledger.add(name, ref, { initial, since: site.witness.writes.length })
}

async function firstId(site: Site, path: string): Promise<unknown> {
  const { json } = await site.ask('GET', `${path}?limit=1&depth=0`)
  const docs: unknown = json?.['docs']
  const first: unknown = Array.isArray(docs) ? docs[0] : null
  return isJsonObject(first) ? first['id'] : null
}

/** Two bodies that share groups. */
function merge(a: JsonObject, b: JsonObject): JsonObject {
  const result: JsonObject = { ...a }
  for (const [key, value] of Object.entries(b)) {
    const mine = result[key]
    result[key] = isPlainJson(mine) && isPlainJson(value) ? merge(mine, value) : value
  }
  return result
}
