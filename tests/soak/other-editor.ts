import { getValue } from '../../shared/document/path.ts'
import { newRowId } from '../../shared/document/row-index.ts'
import { isPlainJson, type JsonObject } from '../../shared/json.ts'
import { isTempId } from '../../shared/cms/doc-ref.ts'
import type { CellSpec, ListSpec, RowSpec, TextSpec } from './kinds.ts'
import { canonical } from './canonical.ts'
import { LOCALES, MOST_ROWS, rowSpecOf } from './kinds.ts'
import type { Doc, Ledger } from './ledger.ts'
import type { Random } from './random.ts'
import type { Site } from './site.ts'
import { placed, type Values } from './values.ts'
import { changedText, MOST_PARAGRAPHS, wordsOfText } from './words.ts'

/** Another editor who writes to the same documents over REST. Its writes are neither repeated nor merged. */
export function createOtherEditor(options: { site: Site; ledger: Ledger; random: Random; values: Values }) {
  const { site, ledger, random, values } = options
  const isThere = (doc: Doc): boolean => {
    const ref = ledger.realRef(doc.ref)
    return ref.kind === 'global' || !isTempId(ref.id)
  }

  function address(doc: Doc, locale: string): { path: string; method: string } {
    const ref = ledger.realRef(doc.ref)
    const hasDrafts = doc.kind.modes[0] !== 'save'
    const autosave = doc.kind.modes.includes('autosave') && random.chance(0.3)
    const query = `?locale=${locale}&depth=0&fallback-locale=none${hasDrafts ? '&draft=true' : ''}${autosave ? '&autosave=true' : ''}`
    return ref.kind === 'global'
      ? { path: `/globals/${ref.slug}${query}`, method: 'POST' }
      : { path: `/${ref.slug}/${ref.id}${query}`, method: 'PATCH' }
  }

  async function send(doc: Doc, locale: string, body: JsonObject, headers?: Record<string, string>) {
    const { path, method } = address(doc, locale)
    const status = doc.kind.modes[0] === 'save' ? {} : { _status: 'draft' }
    ledger.note(`other ${locale} ${JSON.stringify(body)}`, doc)
    return site.ask(method, path, { ...body, ...status }, headers)
  }

  async function writeCell(
    doc: Doc,
    spec: CellSpec,
    locale: string = spec.localized ? random.pick(LOCALES) : 'en',
  ): Promise<void> {
    if (doc.kind.marker === spec.path) return
    await send(doc, locale, placed({}, spec.path, values.cell(spec)))
  }

  /** Rows are read and written whole, with a check that nobody wrote in between. */
  async function changeRows(doc: Doc, spec: ListSpec): Promise<void> {
    const locale = spec.localized ? random.pick(LOCALES) : 'en'
    const now = await site.read(ledger.realRef(doc.ref))
    if (now === null) return
    const found = getValue(site.fieldsOf(doc.ref), now, spec.path, locale)
    const next = changed(Array.isArray(found) ? found.filter(isPlainJson) : [], spec)
    await send(doc, locale, placed({}, spec.path, next), { 'x-galley-base': canonical(now['updatedAt']) })
  }

  /** A rich text is read and written whole, too. */
  async function changeWords(doc: Doc, spec: TextSpec): Promise<void> {
    const locale = spec.localized ? random.pick(LOCALES) : 'en'
    const now = await site.read(ledger.realRef(doc.ref))
    if (now === null) return
    const found = getValue(site.fieldsOf(doc.ref), now, spec.path, locale)
    const isFull = wordsOfText(found).length >= MOST_PARAGRAPHS
    const how = random.weighted({ edit: 4, add: isFull ? 0 : 3, format: 1, remove: 2 })
    const next = changedText(found, how, random.next(), values.text())
    await send(doc, locale, placed({}, spec.path, next), { 'x-galley-base': canonical(now['updatedAt']) })
  }

  /** Publishes the newest version, or unpublishes the document. */
  async function changePublic(doc: Doc): Promise<void> {
    const ref = ledger.realRef(doc.ref)
    const _status = random.chance(0.6) ? 'published' : 'draft'
    ledger.note(`other makes it ${_status}`, doc)
    const query = '?locale=en&depth=0&fallback-locale=none'
    if (ref.kind === 'global') await site.ask('POST', `/globals/${ref.slug}${query}`, { _status })
    else await site.ask('PATCH', `/${ref.slug}/${ref.id}${query}`, { _status })
  }

  /** Returns the rows with one added, removed, moved or edited. */
  function changed(rows: JsonObject[], spec: ListSpec): JsonObject[] {
    const index = random.int(0, Math.max(0, rows.length - 1))
    const row = rows[index]
    const how = row === undefined ? 'add' : random.weighted({ add: 2, remove: 2, move: 2, edit: 5 })
    if (how === 'add') return rows.length < MOST_ROWS ? rows.toSpliced(index, 0, newRow(spec)) : rows
    if (row === undefined) return rows
    if (how === 'remove') return rows.toSpliced(index, 1)
    if (how === 'move') return rows.toSpliced(index, 1).toSpliced(random.int(0, rows.length - 1), 0, row)
    const kind = rowSpecOf(spec, row['blockType'])
    return kind ? rows.with(index, editRow(row, kind)) : rows
  }

  /** Returns a row with an id, or without one, as other clients send it. */
  function newRow(spec: ListSpec): JsonObject {
    const row = values.row(spec)
    return random.chance(0.5) ? { ...row, id: newRowId(random.next) } : row
  }

  function editRow(row: JsonObject, spec: RowSpec): JsonObject {
    const list = spec.lists.length > 0 && (spec.cells.length === 0 || random.chance(0.5))
    if (!list) {
      const cell = random.pick(spec.cells)
      return placed(row, cell.path, values.cell(cell))
    }
    const inner = random.pick(spec.lists)
    const found = row[inner.path]
    return { ...row, [inner.path]: changed(Array.isArray(found) ? found.filter(isPlainJson) : [], inner) }
  }

  return {
    /** Makes one write to a document. Resolves even if it fails. */
    async disturb(doc: Doc): Promise<void> {
      if (!isThere(doc) || doc.leaving) return
      const { cells, sets, lists, texts } = doc.kind
      // Often at the editor's last cell: they meet there, before and after it was sent.
      const last = ledger.edits.findLast((edit) => edit.doc === doc && edit.what === 'set')
      const same = cells.find(({ path }) => path === last?.path)
      const set = random.chance(0.2) && sets.length > 0 ? random.pick(sets) : null
      try {
        if (doc.kind.modes.includes('publish') && random.chance(0.06)) await changePublic(doc)
        else if (same && random.chance(0.3)) await writeCell(doc, same, last?.locale ?? 'en')
        else if (texts.length > 0 && random.chance(0.25)) await changeWords(doc, random.pick(texts))
        else if (lists.length > 0 && random.chance(0.5)) await changeRows(doc, random.pick(lists))
        else if (set && Array.isArray(set.items)) {
          const locale = set.localized ? random.pick(LOCALES) : 'en'
          const chosen = (set.items as readonly string[]).filter(() => random.chance(0.4))
          await send(doc, locale, placed({}, set.path, chosen))
        } else await writeCell(doc, random.pick(cells))
      } catch {
        // The server is down for others too.
      }
    },
    async remove(doc: Doc): Promise<void> {
      if (!isThere(doc) || !ledger.mayGo(doc)) return
      const ref = ledger.realRef(doc.ref)
      if (ref.kind === 'global') return
      doc.leaving = true
      ledger.note('other deletes', doc)
      await site.ask('DELETE', `/${ref.slug}/${ref.id}`).catch(() => undefined)
    },
  }
}
