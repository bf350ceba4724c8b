import { refKey, isTempId } from '../../shared/cms/doc-ref.ts'
import type { SavedDifference } from '../../shared/document/saved-difference.ts'
import { joinPath } from '../../shared/document/path.ts'
import { canonical } from './canonical.ts'
import { cellKey, cellsOfAll, isListKey, itemsOf, placeOfKey, type Cells } from './cells.ts'
import { describeWrite, writesOf, type DoneWrite } from './done-writes.ts'
import type { Finding } from './finding.ts'
import type { Doc, Ledger, Verdict } from './ledger.ts'
import { givenUpIds, refersTo } from './given-up.ts'
import { lossOf } from './losses.ts'
import { overwritesOf } from './overwrites.ts'
import { held as cellIn, timelineOf, type Timeline } from './timeline.ts'
import type { Site } from './site.ts'
import { nameOfRef, type GiveOrder } from './editor-actions.ts'
import { deletes, restores, type SeenWrite } from './witness.ts'

/** Returns the findings of the final state, whatever happened before. */
export async function judge(options: { site: Site; ledger: Ledger; give: GiveOrder }): Promise<Finding[]> {
  const { site, ledger, give } = options
  const findings: Finding[] = [
    ...twoEffects(site.witness.writes),
    ...unlookedAt(site.witness.writes),
    ...unexpectedProblems(
      ledger,
      site.witness.writes.some(({ strike }) => strike?.kind === 'deny'),
    ),
  ]
  for (const doc of ledger.docs) {
    // Killed before it reported its id; if a person sent it twice, the later one counts.
    if (!doc.madeHere || doc.ref.kind !== 'collection' || ledger.realRef(doc.ref) !== doc.ref) continue
    const id = creationsOf(doc, site).at(-1)?.answer?.['id']
    if (typeof id !== 'string' && typeof id !== 'number') continue
    if (String(id) !== doc.ref.id) ledger.renamed(doc.ref.slug, doc.ref.id, String(id))
  }
  for (const doc of ledger.docs) findings.push(...(await judgeDocument(doc, { site, ledger, give })))
  return findings
}

/** Counts documents torn by the server's death. */
export function tornBy({ site, ledger }: { site: Site; ledger: Ledger }): {
  documents: number
  cells: number
} {
  const torn = ledger.docs.map(
    (doc) => tornCells(timelineOf(doc.initial, writesOf(ledger.realRef(doc.ref), doc, site))).length,
  )
  return {
    documents: torn.filter((cells) => cells > 0).length,
    cells: torn.reduce((sum, cells) => sum + cells, 0),
  }
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

/** SY5: without the companion's check the document is read before each write, except for a creation. */
function unlookedAt(writes: readonly SeenWrite[]): Finding[] {
  return writes
    .filter((write) => write.who === 'me' && write.id !== null && !write.checked && !write.believed)
    .filter((write) => write.outcome === 'done')
    .filter(({ nr, lookedAt, ...write }) => {
      const before = writes.findLast(
        (other) =>
          other.nr < nr &&
          other.who === 'me' &&
          other.outcome === 'done' &&
          other.kind === write.kind &&
          other.slug === write.slug &&
          other.id === write.id,
      )
      return lookedAt === null || (before !== undefined && lookedAt < before.at)
    })
    .map((write): Finding => ({
      kind: 'unexpected',
      text: `nobody compared the base of a write, and the companion was known to be away: ${describeWrite(write)}`,
      doc: null,
    }))
}

/** `outcome-unknown`: the server was killed during a creation, and a person is asked about it (SY4). */
const EXPECTED = new Set(['conflict', 'base-moved', 'gone', 'outcome-unknown'])
/** `denied`: access was restricted for a while. */
const EXPECTED_OF_STRIKES = new Set(['denied'])

/**
 * Problems of entries that must not occur: the server refuses nothing that the editor did, so a refusal means a
 * broken request.
 */
function unexpectedProblems(ledger: Ledger, wasNarrowed: boolean): Finding[] {
  const refersToGivenUp = refersTo(givenUpIds(ledger.verdicts))
  return (
    ledger.verdicts
      // Entries discarded with another one, or failing ones that were undone, were not parked.
      .filter(({ entry }) => entry.state === 'parked' && entry.problem !== null)
      .filter(({ entry }) => !EXPECTED.has(entry.problem?.code ?? ''))
      // Payload validates on unpublish, and a draft may be incomplete.
      .filter(({ entry }) => entry.mode !== 'unpublish' || entry.problem?.code !== 'validation')
      .filter(({ entry }) => !refersToGivenUp(entry))
      .filter((verdict) => !isKnownTwice(verdict, ledger.verdicts))
      .filter(({ entry }) => !(wasNarrowed && EXPECTED_OF_STRIKES.has(entry.problem?.code ?? '')))
      .map(({ entry }): Finding => ({
        kind: 'unexpected',
        text: `parked as ${JSON.stringify(entry.problem)}: ${entry.mode} ${JSON.stringify(entry.changes)}`,
        doc: ledger.find(entry.ref) ?? null,
      }))
  )
}

/**
 * True if a person had a creation of unknown outcome sent again: if it existed already, the site refuses a second one
 * of the same name.
 */
function isKnownTwice({ entry, nr }: Verdict, verdicts: readonly Verdict[]): boolean {
  if (!entry.create || entry.problem?.code !== 'validation') return false
  return verdicts.some(
    (before) =>
      before.nr < nr &&
      before.action === 'retry' &&
      before.entry.problem?.code === 'outcome-unknown' &&
      refKey(before.entry.ref) === refKey(entry.ref),
  )
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
    const asked = verdicts.filter(
      ({ entry, action }) => entry.problem?.code === 'outcome-unknown' && action === 'retry',
    ).length
    if (times > 1 + asked || stored > 1 + asked)
      find(
        'duplicated',
        `${nameOfRef(ref)} "${doc.marker}" was made ${times} times, is there ${stored} times`,
      )
    if (times === 0) {
      if (created && !given && !discardedCreation)
        find('lost', `the new document "${doc.marker}" never arrived`)
      return findings
    }
    if (ref.kind === 'collection' && isTempId(ref.id)) {
      find('unexpected', `the new document "${doc.marker}" was made, and nobody here knows its id`)
      return findings
    }
  }

  const writes = writesOf(ref, doc, site)
  const last = writes.findLast(({ write }) => deletes(write) || restores(write))
  const deleted = last !== undefined && deletes(last.write)
  const now = await site.read(ref)
  if (now === null && !deleted) find('lost', `${nameOfRef(ref)} is gone and nobody deleted it`)
  const actual = now ? cellsOfAll(fields, now) : null

  const timeline = timelineOf(doc.initial, writes)
  const untold = site.witness.writes.some(
    (write) => isOf(write, ref) && write.outcome === 'unknown' && write.happened === null,
  )
  if (actual) {
    for (const [key, value] of timeline.last) {
      if (NOT_WRITTEN.test(key) || canonical(ledger.withRealIds(value)) === canonical(actual.get(key)))
        continue
      const by = writes.findLast(({ cells }) => cells.has(key))?.write
      find(
        // A state left by a server that ended during a write was read at once: only unread states can be torn unseen.
        untold ? 'torn' : 'changed',
        `${nameOfRef(ref)} ${key} is ${canonical(actual.get(key))}, written was ${canonical(value)} by ${by ? describeWrite(by) : 'nobody'}`,
      )
    }
    for (const id of idsTwice(actual)) find('duplicated', `${nameOfRef(ref)} has the row ${id} twice`)
  }
  for (const text of tornBeyond(timeline)) find('torn', `${nameOfRef(ref)} ${text}`)
  for (const text of overwritesOf({ timeline, edits, verdicts, ledger }))
    find('changed', `${nameOfRef(ref)} ${text}`)

  const held = (await give('view', { ref: doc.ref }))?.view ?? null
  const told = held?.differences ?? []
  for (const [index, edit] of edits.entries()) {
    if (edit.fate !== 'acked' || discardedCreation) continue
    const why = lossOf(edit, {
      earlier: edits.slice(0, index),
      later: edits.slice(index + 1),
      writes,
      timeline,
      verdicts,
      ledger,
      deleted,
      told,
    })
    if (why)
      find(
        'lost',
        `${nameOfRef(ref)} edit ${edit.nr} ${edit.what} ${edit.path} ${edit.locale ?? ''} = ${JSON.stringify(edit.value)}: ${why}`,
      )
  }

  if (held && (held.entries.length > 0 || held.draft !== null))
    find('not-drained', `${nameOfRef(ref)} still has entries or drafts`)
  for (const one of told)
    if (!isStruck(one, writes))
      find('untrue', `${nameOfRef(ref)} is said to differ from what was sent: ${JSON.stringify(one)}`)
  if (held && now && held.state.kind !== (told.length === 0 ? 'saved' : 'differs'))
    find('untrue', `${nameOfRef(ref)} is ${held.state.kind}`)
  if (held && now && actual && held.base.updatedAt === now['updatedAt']) {
    const base = cellsOfAll(fields, held.base.data)
    // A tear under a known revision cannot be noticed by anybody.
    const isTorn = (key: string): boolean => {
      const what = cellIn(key)
      const step = timeline.steps.findLast(({ before, after }) => what(before) !== what(after))
      return (
        step?.done.isLeft === true && step.done.order === now['updatedAt'] && what(step.before) === what(base)
      )
    }
    for (const key of new Set([...base.keys(), ...actual.keys()]))
      if (canonical(base.get(key)) !== canonical(actual.get(key)) && !isTorn(key))
        find(
          'untrue',
          `${nameOfRef(ref)} ${key}: here ${canonical(base.get(key))}, at the server ${canonical(actual.get(key))}, under the same revision`,
        )
  }
  if (now && !deleted) findings.push(...(await judgeVersions(doc, writes, site, ref)))
  return findings
}

/** Fields set by the server. */
const NOT_WRITTEN = /^(slug|deletedAt|updatedAt|createdAt)@/

const isOf = ({ slug, kind, id }: SeenWrite, ref: Doc['ref']): boolean =>
  kind === ref.kind && slug === ref.slug && (ref.kind === 'global' || id === ref.id)

/**
 * Returns the cells torn by the server's death: without transactions (SQLite) it may leave part of a write, even
 * under the previous revision. Nobody writes between its end and the read.
 */
export function tornCells({ steps }: Timeline): { key: string; revision: string }[] {
  return steps.flatMap(({ done, before, after }) => {
    if (!done.isLeft) return []
    const keys = [...new Set([...before.keys(), ...after.keys()])].filter(
      (key) => canonical(before.get(key)) !== canonical(after.get(key)) && !NOT_WRITTEN.test(key),
    )
    return keys.map((key) => ({ key, revision: done.order }))
  })
}

/**
 * Returns differences in a left state that its write does not explain: a torn write has done a part, and rows to be
 * rewritten may be gone. Other differences have another cause.
 */
export function tornBeyond(timeline: Timeline): string[] {
  const left = timeline.steps.filter(({ done }) => done.isLeft)
  return left.flatMap(({ done, before, after }) => {
    // Several writes may have been in progress when it ended.
    const sent = left.filter((other) => other.done.order === done.order).map((other) => other.done.sent)
    const isExplained = (key: string): boolean => {
      const is = after.get(key)
      const parts = [before, ...sent].map((cells) => cells.get(key))
      if (!Array.isArray(is)) return [null, ...parts].some((one) => canonical(one) === canonical(is))
      const known = new Set(parts.flatMap(itemsOf))
      return itemsOf(is).every((item) => known.has(item))
    }
    return [...after.keys()]
      .filter((key) => !NOT_WRITTEN.test(key) && !isExplained(key))
      .map(
        (key) =>
          `${key} was left as ${canonical(after.get(key))}, was ${canonical(before.get(key))}, which is no part of ${describeWrite(done.write)}`,
      )
  })
}

/**
 * True if the site's hooks changed the sent value, or a server without the companion dropped a row that another user
 * had removed.
 */
function isStruck({ path, locale, sent }: SavedDifference, writes: readonly DoneWrite[]): boolean {
  const key = cellKey(path, locale)
  return writes.some(
    (done) =>
      (canonical(done.sent.get(key)) === canonical(sent) &&
        canonical(done.sent.get(key)) !== canonical(done.cells.get(key))) ||
      (!done.write.checked && droppedRows(done).includes(path)),
  )
}

const droppedRows = ({ sent, cells }: DoneWrite): string[] =>
  [...sent.keys()].filter(isListKey).flatMap((key) => {
    const stored = itemsOf(cells.get(key))
    const dropped = itemsOf(sent.get(key)).filter((id) => !stored.includes(id))
    return dropped.map((id) => joinPath(placeOfKey(key).path, id))
  })

/** DM6: no id is used twice in a document. */
function idsTwice(cells: Cells): string[] {
  const seen = new Set<string>()
  const ids = [...cells].flatMap(([key, value]) => (isListKey(key) ? itemsOf(value) : []))
  return ids.filter((id) => seen.has(id) || !seen.add(id))
}

async function countOf(doc: Doc, site: Site): Promise<number> {
  const { marker } = doc.kind
  if (marker === null || doc.marker === null) return 1
  const query = `?draft=true&depth=0&limit=5&trash=true&locale=en&where[${marker}][equals]=${encodeURIComponent(doc.marker)}`
  const { json } = await site.ask('GET', `/${doc.ref.slug}${query}`)
  const docs: unknown = json?.['docs']
  return Array.isArray(docs) ? docs.length : 0
}

async function judgeVersions(
  doc: Doc,
  writes: readonly DoneWrite[],
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
