import * as v from 'valibot'
import { own, recordOf, type JsonObject } from '../json.ts'
import { LIMITS } from '../limits.ts'
import { canDo, canDoField, removalOf, type EntityKind, type FieldOperation } from './permissions.ts'

/** Names on the way to fields. */
const fieldNames = v.pipe(v.array(v.string()), v.maxLength(LIMITS.deniedFields))

/** What the server says that the user may do with one document. */
export const documentPermissions = v.object({
  /** Something in it may be changed. */
  edit: v.boolean(),
  /** What is edited now may be saved. */
  update: v.boolean(),
  publish: v.boolean(),
  unpublish: v.boolean(),
  /** Into the trash, where there is one. */
  delete: v.boolean(),
  /** Another one like it may be made. */
  create: v.boolean(),
  /** It depends on what is written: it is asked again once something is edited. */
  byData: v.boolean(),
  /** It depends on the time: it is asked again while the document is open, and says nothing sure without the server. */
  byTime: v.exactOptional(v.boolean()),
  /** They, and what is in them, may not be read, or not be changed. */
  hiddenFields: fieldNames,
  fixedFields: fieldNames,
})
export type DocumentPermissions = v.InferOutput<typeof documentPermissions>

/** What is known here of one document. */
export const knownPermissions = v.object({
  /** The last answer; null: it was never asked. */
  answer: v.nullable(documentPermissions),
  /** The answers about the same revision by the locale that they were given for; `answer` is the last of them. */
  byLocale: v.exactOptional(recordOf(documentPermissions)),
  /** It is about the revision that is here. */
  isOfNow: v.boolean(),
  /** Whether the document as it is here fulfils the condition of the operation; null: there is none, or nobody can tell. */
  fulfils: v.object({ update: v.nullable(v.boolean()), delete: v.nullable(v.boolean()) }),
})
export type KnownPermissions = v.InferOutput<typeof knownPermissions>

/** What is known of one document in a locale; of one that was not asked about, what was said last of another, unsure. */
export function knownIn(known: KnownPermissions | null, locale: string | null): KnownPermissions | null {
  if (known?.byLocale === undefined || locale === null) return known
  const answer = own(known.byLocale, locale)
  return answer === undefined ? { ...known, isOfNow: false } : { ...known, answer }
}

export type DocumentOperation = Exclude<
  keyof DocumentPermissions,
  'byData' | 'byTime' | 'hiddenFields' | 'fixedFields'
>

/** What may be done to a document of the trash; the answer that is kept of it is about the time before. */
export type TrashOperation = 'restore' | 'delete'

/** `isSure` false: it may be otherwise, the server has not said it of this document as it is. */
export type Verdict = { readonly may: boolean; readonly isSure: boolean }

/** All that a verdict goes by. */
export type Judged = {
  readonly kind: EntityKind
  readonly slug: string
  /** The server does not have it yet. */
  readonly isNew: boolean
  /** Permissions of the session; they are asked without a document. Null: not known. */
  readonly permissions: JsonObject | null
  readonly known: KnownPermissions | null
  /** The server can be asked now, so that an answer is about what is typed. */
  readonly canAsk: boolean
}

/** The operations of the session that an operation on a document is. */
const OF_SESSION = {
  edit: 'update',
  update: 'update',
  publish: 'update',
  unpublish: 'update',
  delete: 'delete',
  create: 'create',
} as const satisfies Record<DocumentOperation, 'create' | 'update' | 'delete'>

/**
 * Whether the user may do this to one document, by what is known. The answer about the document as it is here decides;
 * an older one stands, unless its condition says otherwise by now; without one, what is said of all documents.
 */
export function judge(
  { kind, slug, isNew, permissions, known, canAsk }: Judged,
  operation: DocumentOperation,
): Verdict {
  const ofSession = OF_SESSION[operation]
  const may = (asked: 'create' | 'update' | 'delete') =>
    permissions !== null &&
    canDo(permissions, kind, slug, asked === 'delete' ? removalOf(permissions, kind, slug) : asked)
  if (isNew && kind === 'collection') return { may: may('create'), isSure: true }
  const { answer = null, isOfNow = false } = known ?? {}
  if (answer !== null && isOfNow) return judgeNow(answer, operation, canAsk)
  const fulfils = ofSession === 'create' ? null : (known?.fulfils[ofSession] ?? null)
  if (fulfils === false) return { may: false, isSure: false }
  if (answer === null) return { may: may(ofSession), isSure: false }
  // What is published or saved now may be refused for more than its condition.
  const isFulfilled = fulfils === true && (operation === 'edit' || operation === 'delete')
  return { may: isFulfilled || answer[operation], isSure: false }
}

/** Whether the user may do this to a document of the trash: it is deleted for good there. */
export function judgeTrashed(
  { slug, permissions, known }: Pick<Judged, 'slug' | 'permissions' | 'known'>,
  operation: TrashOperation,
): boolean {
  const asked = operation === 'restore' ? 'update' : 'delete'
  if (known?.fulfils[asked] === false) return false
  return permissions !== null && canDo(permissions, 'collection', slug, asked)
}

/** By an answer about the document as it is here. */
function judgeNow(answer: DocumentPermissions, operation: DocumentOperation, canAsk: boolean): Verdict {
  const isOfOtherData = !canAsk && answer.byData && (operation === 'update' || operation === 'publish')
  const isSure = !isOfOtherData && (canAsk || answer.byTime !== true)
  // It is about what was typed when it was given.
  return { may: operation === 'update' && isOfOtherData ? answer.edit : answer[operation], isSure }
}

/**
 * Whether what is typed is not to be handed over by itself: the server has said that it would refuse it. `locales`: those
 * in which something is typed; where there are none it is typed in what all share.
 */
export function isRefused(
  known: KnownPermissions | null,
  locales: Iterable<string>,
  canAsk: boolean,
): boolean {
  const codes: (string | null)[] = [...locales]
  return (codes.length > 0 ? codes : [null]).some((code) => {
    const there = knownIn(known, code)
    const answer = there?.isOfNow === true ? there.answer : null
    return answer !== null && !judgeNow(answer, 'update', canAsk).may
  })
}

/**
 * The same as `judge` for a field. `path`: names of the schema on the way to it (see canDoField). Whether anything of the document
 * may be changed is another question.
 */
export function judgeField(
  { kind, slug, isNew, permissions, known }: Judged,
  path: string,
  operation: Exclude<FieldOperation, 'create'>,
): boolean {
  const answer = isNew ? null : (known?.answer ?? null)
  const denied = operation === 'read' ? answer?.hiddenFields : answer?.fixedFields
  if (denied) return !denied.some((name) => path === name || path.startsWith(`${name}.`))
  const asked = operation === 'update' && isNew && kind === 'collection' ? 'create' : operation
  return permissions !== null && canDoField(permissions, kind, slug, path, asked)
}
