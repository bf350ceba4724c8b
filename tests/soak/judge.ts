import { refKey } from '../../shared/cms/doc-ref.ts'
import { isWithin } from '../../shared/document/path.ts'
import { isJsonObject, type Json } from '../../shared/json.ts'
import {
  applyCells,
  canonical,
  cellKey,
  cellsOf,
  cellsOfAll,
  isLocalized,
  listKey,
  type Cells,
} from './cells.ts'
import type { Finding } from './finding.ts'
import type { Doc, Edit, Ledger, Verdict } from './ledger.ts'
import type { Site } from './site.ts'
import { nameOfRef, type GiveOrder } from './storm.ts'
import type { SeenWrite } from './witness.ts'

type Write = { write: SeenWrite; cells: Cells; order: string }

/** What the end must look like, whatever happened on the way. */
export async function judge(options: { site: Site; ledger: Ledger; give: GiveOrder }): Promise<Finding[]> {
  const { site, ledger, give } = options
  const findings: Finding[] = [...twoEffects(site.witness.writes), ...unexpectedProblems(ledger)]
  for (const doc of ledger.docs) {
    const made = doc.madeHere ? creationsOf(doc, site) : []
    const first = made[0]
    if (doc.madeHere && first) {
      const id = first.answer?.['id']
      if (doc.ref.kind === 'collection' && (typeof id === 'string' || typeof id === 'number'))
        if (String(id) !== doc.ref.id) ledger.renamed(doc.ref.slug, doc.ref.id, String(id))
    }
  }
  for (const doc of ledger.docs) findings.push(...(await judgeDocument(doc, { site, ledger, give })))
  return findings
}

/** SY4: one key, one effect. */
function twoEffects(writes: readonly SeenWrite[]): Finding[] {
  const done = new Map<string, SeenWrite[]>()
  for (const write of writes) {
    if (write.key === null || (write.outcome !== 'done' && write.happened !== true)) continue
    done.set(write.key, [...(done.get(write.key) ?? []), write])
  }
  return [...done.values()]
    .filter((all) => all.length > 1)
    .map((all): Finding => ({
      kind: 'duplicated',
      text: `one idempotency key had ${all.length} effects: ${all.map(describeWrite).join(' | ')}`,
      doc: null,
    }))
}

const EXPECTED = new Set(['conflict', 'base-moved', 'gone'])

/** Nothing that the editor did here is refused by the server; a refusal is a broken request. */
function unexpectedProblems(ledger: Ledger): Finding[] {
  return ledger.verdicts
    .filter(({ entry }) => !EXPECTED.has(entry.problem?.code ?? ''))
    .map(({ entry }): Finding => ({
      kind: 'unexpected',
      text: `parked as ${JSON.stringify(entry.problem)}: ${entry.mode} ${JSON.stringify(entry.changes)}`,
      doc: ledger.find(entry.ref) ?? null,
    }))
}

function creationsOf(doc: Doc, site: Site): SeenWrite[] {
  const marker = doc.kind.marker
  return site.witness.writes.filter(
    (write) =>
      write.id === null &&
      write.slug === doc.ref.slug &&
      marker !== null &&
      write.body?.[marker] === doc.marker &&
      (write.outcome === 'done' || write.happened === true),
  )
}

async function judgeDocument(
  doc: Doc,
  { site, ledger, give }: { site: Site; ledger: Ledger; give: GiveOrder },
): Promise<Finding[]> {
  const findings: Finding[] = []
  const find = (kind: Finding['kind'], text: string): void => void findings.push({ kind, text, doc })
  const ref = ledger.realRef(doc.ref)
  const fields = site.fieldsOf(ref)
  const edits = ledger.edits.filter((edit) => edit.doc === doc)
  const verdicts = ledger.verdicts.filter(({ entry }) => refKey(ledger.realRef(entry.ref)) === refKey(ref))
  const given = edits.some((edit) => edit.what === 'delete' && edit.fate !== 'refused')
  const discardedCreation = verdicts.some(({ entry, action }) => entry.create && action === 'discard')

  if (doc.madeHere) {
    const created = edits.some((edit) => edit.what === 'create' && edit.fate === 'acked')
    const times = creationsOf(doc, site).length
    const stored = await countOf(doc, site)
    if (times > 1 || stored > 1)
      find(
        'duplicated',
        `${nameOfRef(ref)} "${doc.marker}" was made ${times} times, is there ${stored} times`,
      )
    if (times === 0) {
      if (created && !given && !discardedCreation)
        find('lost', `the new document "${doc.marker}" never arrived`)
      return findings
    }
  }

  const writes = writesOf(ref, doc, site)
  const deleted = writes.some(
    ({ write }) => write.method === 'DELETE' || write.body?.['deletedAt'] !== undefined,
  )
  const now = await site.read(ref)
  if (now === null && !deleted) find('lost', `${nameOfRef(ref)} is gone and nobody deleted it`)
  const actual = now ? cellsOfAll(fields, now) : null

  if (actual) {
    let expected = new Map(doc.initial)
    const last = new Map<string, SeenWrite>()
    for (const { write, cells } of writes) {
      expected = applyCells(expected, cells)
      for (const key of cells.keys()) last.set(key, write)
    }
    for (const [key, value] of expected) {
      if (
        /^(slug|deletedAt|updatedAt|createdAt)@/.test(key) ||
        canonical(ledger.withRealIds(value)) === canonical(actual.get(key))
      )
        continue
      const by = last.get(key)
      find(
        'changed',
        `${nameOfRef(ref)} ${key} is ${canonical(actual.get(key))}, written was ${canonical(value)} by ${by ? describeWrite(by) : 'nobody'}`,
      )
    }
  }

  for (const [index, edit] of edits.entries()) {
    if (edit.fate !== 'acked') continue
    const why = lossOf(edit, {
      later: edits.slice(index + 1),
      writes,
      verdicts,
      ledger,
      fields,
      given,
      deleted,
      initial: doc.initial,
    })
    if (why)
      find(
        'lost',
        `${nameOfRef(ref)} edit ${edit.nr} ${edit.what} ${edit.path} ${edit.locale ?? ''} = ${JSON.stringify(edit.value)}: ${why}`,
      )
  }

  const held = (await give('view', { ref: doc.ref }))?.view ?? null
  if (held && (held.entries.length > 0 || held.drafts.length > 0))
    find('not-drained', `${nameOfRef(ref)} still has entries or drafts`)
  if (held && now && held.state.kind !== 'saved') find('untrue', `${nameOfRef(ref)} is ${held.state.kind}`)
  if (held && now && actual && held.base.updatedAt === now['updatedAt']) {
    const base = cellsOfAll(fields, held.base.data)
    for (const key of new Set([...base.keys(), ...actual.keys()]))
      if (canonical(base.get(key)) !== canonical(actual.get(key)))
        find(
          'untrue',
          `${nameOfRef(ref)} ${key}: here ${canonical(base.get(key))}, at the server ${canonical(actual.get(key))}, under the same revision`,
        )
  }
  if (now && !deleted) findings.push(...(await judgeVersions(doc, writes, site, ref)))
  return findings
}

async function countOf(doc: Doc, site: Site): Promise<number> {
  const { marker } = doc.kind
  if (marker === null || doc.marker === null) return 1
  const query = `?draft=true&depth=0&limit=5&trash=true&locale=en&where[${marker}][equals]=${encodeURIComponent(doc.marker)}`
  const { json } = await site.ask('GET', `/${doc.ref.slug}${query}`)
  const docs: unknown = json?.['docs']
  return Array.isArray(docs) ? docs.length : 0
}

/** What was done to a document, in the order in which the server did it: by the revision that each answer names. */
function writesOf(ref: Doc['ref'], doc: Doc, site: Site): Write[] {
  const id = ref.kind === 'collection' ? ref.id : ''
  const fields = site.fieldsOf(ref)
  return site.witness.writes
    .filter((write) => write.slug === ref.slug && write.kind === ref.kind)
    .filter((write) => write.outcome === 'done' || write.happened === true)
    .filter((write) => (write.id ?? String(write.answer?.['id'])) === id)
    .filter((write) => !(write.id === null && !doc.madeHere))
    .map((write) => ({
      write,
      cells: cellsOf(fields, write.body ?? {}, write.locale ?? 'en'),
      order: revisionOf(write.answer),
    }))
    .toSorted((a, b) => (a.order < b.order ? -1 : a.order > b.order ? 1 : a.write.nr - b.write.nr))
}

function revisionOf(answer: SeenWrite['answer']): string {
  const updatedAt = answer?.['updatedAt']
  return typeof updatedAt === 'string' ? updatedAt : '9'
}

async function judgeVersions(
  doc: Doc,
  writes: readonly Write[],
  site: Site,
  ref: Doc['ref'],
): Promise<Finding[]> {
  if (doc.kind.modes[0] === 'save') return []
  const path = ref.kind === 'global' ? `/globals/${ref.slug}/versions` : `/${ref.slug}/versions`
  const where = ref.kind === 'global' ? '' : `&where[parent][equals]=${ref.id}`
  const { json } = await site.ask('GET', `${path}?limit=1&depth=0${where}`)
  const total = json?.['totalDocs']
  if (typeof total !== 'number' || total < 1)
    return [{ kind: 'changed', text: `${nameOfRef(ref)} has no versions`, doc }]
  const before = ref.kind === 'global' ? 40 : 4
  return total > writes.length + before
    ? [
        {
          kind: 'duplicated',
          text: `${nameOfRef(ref)} has ${total} versions after ${writes.length} writes`,
          doc,
        },
      ]
    : []
}

type Case = {
  later: readonly Edit[]
  writes: readonly Write[]
  verdicts: readonly Verdict[]
  ledger: Ledger
  fields: Parameters<typeof isLocalized>[0]
  given: boolean
  deleted: boolean
  initial: Cells
}

/** Why an edit that was acknowledged counts as lost, or null: it arrived, was overtaken, or somebody was asked. */
function lossOf(edit: Edit, at: Case): string | null {
  if (edit.what === 'create') return null
  if (edit.what === 'delete')
    return at.deleted || isJudged(edit, at) ? null : 'not deleted, and nobody was asked'
  if (at.given) return null
  if (hasArrived(edit, at) || isJudged(edit, at)) return null
  if (at.later.some((next) => overtakes(next, edit, at))) return null
  return 'it never arrived, nothing overtook it, and nobody was asked'
}

function keyOf(edit: Edit, { fields }: Case): string {
  const localized = isLocalized(fields, edit.path)
  return edit.what.startsWith('row-')
    ? listKey(edit.path, localized, edit.locale)
    : cellKey(edit.path, localized, edit.locale)
}

/** Texts and counts are used once, so that seeing one is proof; of other values it must have been later. */
const isUnique = (value: Json): boolean =>
  typeof value === 'number' || (typeof value === 'string' && /^mine \d+$/.test(value))

function hasArrived(edit: Edit, at: Case): boolean {
  const { writes, ledger } = at
  const value = ledger.withRealIds(edit.value)
  const inTime = ({ write }: Write): boolean =>
    isUnique(edit.value) || (write.endedAt ?? write.at) >= edit.at - 1000
  if (edit.what === 'publish')
    return writes.some(
      (seen) =>
        seen.write.who === 'me' &&
        seen.write.body?.['_status'] === 'published' &&
        seen.write.at >= edit.at - 1000,
    )
  const key = keyOf(edit, at)
  const holds = (held: Json | undefined): boolean => {
    if (edit.what === 'set') return canonical(held) === canonical(value)
    const items = Array.isArray(held) ? held.map(canonical) : []
    return items.includes(canonical(value)) === (edit.what === 'item-add' || edit.what === 'row-add')
  }
  if (
    writes.some(
      (seen) =>
        seen.write.who === 'me' &&
        seen.cells.has(key) &&
        inTime(seen) &&
        holds(ledger.withRealIds(seen.cells.get(key) ?? null)),
    )
  )
    return true
  if (
    edit.what === 'row-add' ||
    (isUnique(edit.value) && edit.what !== 'item-remove' && edit.what !== 'row-remove')
  )
    return false
  // It may have been so already, or by somebody else's hand: then there was nothing to send.
  let cells = new Map(at.initial)
  let before = true
  for (const seen of writes) {
    if (before && seen.write.at > edit.at - 1000) {
      before = false
      if (holds(cells.get(key))) return true
    }
    cells = applyCells(cells, seen.cells)
    if (!before && holds(ledger.withRealIds(cells.get(key) ?? null))) return true
  }
  return holds(ledger.withRealIds(cells.get(key) ?? null))
}

/** A later edit of the same thing that is not itself without a trace. */
function overtakes(next: Edit, edit: Edit, at: Case): boolean {
  if (next.fate === 'refused' || edit.what === 'publish') return false
  const sameThing = ((): boolean => {
    if (next.what === 'row-remove') {
      const row = `${next.path}.${String(next.value)}`
      return (
        isWithin(edit.path, row) ||
        (edit.what === 'row-add' && edit.path === next.path && edit.value === next.value)
      )
    }
    if (next.what === 'publish' || next.what === 'delete' || next.what === 'create') return false
    if (keyOf(next, at) !== keyOf(edit, at)) return false
    return edit.what === 'set' ? next.what === 'set' : canonical(next.value) === canonical(edit.value)
  })()
  if (!sameThing) return false
  return next.fate === 'acked' || hasArrived(next, at) || isJudged(next, at)
}

/** Whether a person was shown it and gave it up. */
function isJudged(edit: Edit, { verdicts, ledger }: Case): boolean {
  return verdicts.some(({ entry, action, choices, fate }) => {
    if (fate === 'failed') return false
    const concerns = entry.changes.some((change) => {
      if (edit.what === 'publish' || edit.what === 'delete') return false
      if (change.kind === 'rows') {
        const id = edit.what.startsWith('row-')
          ? String(edit.value)
          : edit.path.slice(change.path.length + 1).split('.')[0]
        return (
          isWithin(edit.path, change.path) &&
          (change.from.includes(id ?? '') ||
            change.to.includes(id ?? '') ||
            Object.hasOwn(change.added, id ?? ''))
        )
      }
      return change.path === edit.path
    })
    if (edit.what === 'publish') return entry.mode === 'publish' && action === 'discard'
    if (edit.what === 'delete') return entry.mode === 'delete' && action === 'discard'
    const text = JSON.stringify(
      ledger.withRealIds([entry.changes, (entry.problem?.conflicts ?? []).map(({ mine }) => mine)]),
    )
    const shown =
      isUnique(edit.value) && edit.what === 'set'
        ? text.includes(JSON.stringify(edit.value))
        : concerns ||
          entry.problem?.conflicts.some(({ path }) => isWithin(edit.path, path) || isWithin(path, edit.path))
    if (!shown) return false
    if (action === 'discard') return true
    const where = edit.what.startsWith('row-') ? `${edit.path}.${String(edit.value)}` : edit.path
    return Object.entries(choices).some(
      ([path, side]) => side === 'theirs' && (isWithin(where, path) || isWithin(path, where)),
    )
  })
}

export function describeWrite(write: SeenWrite): string {
  return `#${write.nr} ${write.who} ${write.method} ${write.slug}/${write.id ?? ''} ${write.outcome}${write.happened === null ? '' : ` happened ${write.happened}`} ${write.locale ?? ''} ${JSON.stringify(write.body)?.slice(0, 300)} -> ${write.status ?? ''} ${revisionOf(write.answer)} key ${write.key ?? ''}`
}

export const isDocument = isJsonObject
