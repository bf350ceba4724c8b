import { refKey, type DocRef, isTempId } from '../../shared/cms/doc-ref.ts'
import type { Json } from '../../shared/json.ts'
import type { Cells } from './cells.ts'
import type { EditRecord, Judged } from './messages.ts'
import { kindOf, type Kind, type KindName } from './kinds.ts'

/** A document of the soak. */
export type Doc = {
  name: KindName
  kind: Kind
  /** Its first id; a temporary one if it was made here. */
  ref: DocRef
  /** Marker of a document made here. */
  marker: string | null
  madeHere: boolean
  /** Its cells before any write, and the number of the first write after that. */
  initial: Cells
  since: number
  /** True once it is, or is about to be, deleted: it is not edited any more. */
  leaving: boolean
  /** True if others refer to it, so that it is not deleted. */
  kept: boolean
  busy: boolean
}

export type Edit = EditRecord & {
  nr: number
  doc: Doc
  at: number
  /** acked: journalled, as the program said; refused: the program said no; open: killed before an answer. */
  fate: 'open' | 'acked' | 'refused'
}

export type Verdict = Judged & {
  nr: number
  at: number
  fate: 'open' | 'done' | 'failed'
  /** Number of the last report before it took effect; null: it has not, as far as known. */
  until: number | null
}

/** All deeds, in the order of their reports. */
export type Ledger = {
  docs: Doc[]
  edits: Edit[]
  verdicts: Verdict[]
  trace: { at: number; text: string; doc: Doc | null }[]
  add: (name: KindName, ref: DocRef, more?: Partial<Doc>) => Doc
  find: (ref: DocRef) => Doc | undefined
  edited: (record: EditRecord, doc: Doc) => Edit
  judged: (judged: Judged) => Verdict
  /** Called when a verdict has taken effect. */
  settled: (verdict: Verdict) => void
  renamed: (slug: string, tempId: string, id: string) => void
  /** Returns a value with server ids instead of temporary ones. */
  withRealIds: (value: Json) => Json
  realRef: (ref: DocRef) => DocRef
  /**
   * True if it may be deleted. Never the newest of its collection: SQLite would reuse its id for the next one, and
   * the two could not be told apart.
   */
  mayGo: (doc: Doc) => boolean
  note: (text: string, doc?: Doc | null) => void
}

export function createLedger(): Ledger {
  const docs: Doc[] = []
  const byRef = new Map<string, Doc>()
  const realIds = new Map<string, string>()
  const edits: Edit[] = []
  const verdicts: Verdict[] = []
  const trace: Ledger['trace'] = []
  let nr = 0
  const note: Ledger['note'] = (text, doc = null) => void trace.push({ at: performance.now(), text, doc })
  const realRef = (ref: DocRef): DocRef => {
    const id = ref.kind === 'collection' ? realIds.get(ref.id) : undefined
    return ref.kind === 'collection' && id !== undefined ? { ...ref, id } : ref
  }

  return {
    docs,
    edits,
    verdicts,
    trace,
    note,
    add(name, ref, more = {}) {
      const doc: Doc = {
        name,
        kind: kindOf(name),
        ref,
        marker: null,
        madeHere: false,
        initial: new Map(),
        since: 0,
        leaving: false,
        kept: false,
        busy: false,
        ...more,
      }
      docs.push(doc)
      byRef.set(refKey(ref), doc)
      return doc
    },
    find: (ref) => byRef.get(refKey(ref)) ?? byRef.get(refKey(realRef(ref))),
    edited(record, doc) {
      nr += 1
      const edit: Edit = { ...record, nr, doc, at: performance.now(), fate: 'open' }
      edits.push(edit)
      note(
        `edit ${nr}${record.undone ? ' undone' : ''} ${record.what} ${record.path} ${record.locale ?? ''} = ${JSON.stringify(record.value)}${record.undone ? ` for ${JSON.stringify(record.from)}` : ''} on ${record.base ?? ''}`,
        doc,
      )
      return edit
    },
    judged(judged) {
      nr += 1
      const verdict: Verdict = { ...judged, nr, at: performance.now(), fate: 'open', until: null }
      verdicts.push(verdict)
      const doc = byRef.get(refKey(judged.entry.ref)) ?? null
      const { entry, action, choices } = judged
      note(
        `verdict ${nr}: ${action} ${entry.mode} ${entry.problem?.code ?? ''} ${JSON.stringify(choices)} of ${JSON.stringify(entry.changes)}`,
        doc,
      )
      return verdict
    },
    settled(verdict) {
      if (verdict.fate !== 'open') return
      verdict.fate = 'done'
      verdict.until = nr
    },
    renamed(slug, tempId, id) {
      realIds.set(tempId, id)
      const doc = byRef.get(refKey({ kind: 'collection', slug, id: tempId }))
      if (doc) byRef.set(refKey({ kind: 'collection', slug, id }), doc)
      note(`${slug} ${tempId} is ${id}`, doc ?? null)
    },
    withRealIds(value) {
      const walk = (item: Json): Json => {
        if (typeof item === 'string') return realIds.get(item) ?? item
        if (Array.isArray(item)) return item.map(walk)
        if (item !== null && typeof item === 'object')
          return Object.fromEntries(Object.entries(item).map(([key, inner]) => [key, walk(inner)]))
        return item
      }
      return walk(value)
    },
    realRef,
    mayGo(doc) {
      if (doc.leaving || doc.kept || !doc.kind.mayGo) return false
      const number = numberOf(realRef(doc.ref))
      if (number === null) return false
      return docs.some((other) => {
        const after = numberOf(realRef(other.ref))
        return refSlug(other) === refSlug(doc) && !other.leaving && after !== null && after > number
      })
    },
  }
}

const refSlug = ({ ref }: Doc): string => `${ref.kind} ${ref.slug}`

/** Returns an integer id as number; client-made ids, which are never reused, sort before; null: no id yet. */
function numberOf(ref: DocRef): number | null {
  if (ref.kind === 'global') return 0
  if (isTempId(ref.id)) return null
  return /^\d+$/.test(ref.id) ? Number(ref.id) : 0
}
