import * as v from 'valibot'
import { own, recordOf, type JsonObject } from '../json.ts'
import { LIMITS } from '../limits.ts'
import { canDo, canDoField, removalOf, type EntityKind, type FieldOperation } from './permissions.ts'

/** Schema paths of fields: names joined by dots, without row ids. */
const fieldNames = v.pipe(v.array(v.string()), v.maxLength(LIMITS.deniedFields))

/** The server's answer about the user's permissions for one document. */
export const documentPermissions = v.object({
  /** True if some field of it may be changed. */
  edit: v.boolean(),
  /** True if the present edits may be saved. */
  update: v.boolean(),
  publish: v.boolean(),
  unpublish: v.boolean(),
  /** True if it may be moved to the trash, or deleted where there is none. */
  delete: v.boolean(),
  /** True if another document like it may be created. */
  create: v.boolean(),
  /** The answer depends on the document's values, so it is asked for again after an edit. */
  byData: v.boolean(),
  /**
   * The answer depends on the time: it is asked for again while the document is open, and is unsure without the
   * server.
   */
  byTime: v.exactOptional(v.boolean()),
  /**
   * Fields that may not be read (`hiddenFields`) or not be changed (`fixedFields`), with everything inside
   * them.
   */
  hiddenFields: fieldNames,
  fixedFields: fieldNames,
})
export type DocumentPermissions = v.InferOutput<typeof documentPermissions>

/** The permissions of one document that this computer knows. */
export const knownPermissions = v.object({
  /** The last answer; null: it was never asked. */
  answer: v.nullable(documentPermissions),
  /** The answers about the same revision, by the locale they were asked for; `answer` is the newest of them. */
  byLocale: v.exactOptional(recordOf(documentPermissions)),
  /** True if the answer is about the revision that is here. */
  isOfNow: v.boolean(),
  /**
   * True if the local document meets the condition of the operation; null: there is no condition, or it cannot be
   * judged.
   */
  fulfils: v.object({ update: v.nullable(v.boolean()), delete: v.nullable(v.boolean()) }),
})
export type KnownPermissions = v.InferOutput<typeof knownPermissions>

/** The known permissions in one locale; if that was never asked for, the last answer about another one, as unsure. */
export function knownIn(known: KnownPermissions | null, locale: string | null): KnownPermissions | null {
  if (known?.byLocale === undefined || locale === null) return known
  const answer = own(known.byLocale, locale)
  return answer === undefined ? { ...known, isOfNow: false } : { ...known, answer }
}

export type DocumentOperation = Exclude<
  keyof DocumentPermissions,
  'byData' | 'byTime' | 'hiddenFields' | 'fixedFields'
>

/**
 * Operations on a document in the trash. The stored permissions are from before it went there, so they do not
 * count.
 */
export type TrashOperation = 'restore' | 'delete'

/**
 * The answer of a permission check. `isSure` false: the server has not confirmed it for the document as it is now.
 */
export type Verdict = { readonly may: boolean; readonly isSure: boolean }

/** The input of a permission check. */
export type Judged = {
  readonly kind: EntityKind
  readonly slug: string
  /** True if the server does not have the document yet. */
  readonly isNew: boolean
  /** Permissions of the session; they are asked without a document. Null: not known. */
  readonly permissions: JsonObject | null
  readonly known: KnownPermissions | null
  /** True if the server can be asked now, so that its answer is about the present edits. */
  readonly canAsk: boolean
}

/** The session permission for each operation on a document. */
const OF_SESSION = {
  edit: 'update',
  update: 'update',
  publish: 'update',
  unpublish: 'update',
  delete: 'delete',
  create: 'create',
} as const satisfies Record<DocumentOperation, 'create' | 'update' | 'delete'>

/**
 * Judges an operation on one document. The answer about the present revision decides, then an older one, unless its
 * condition now says otherwise, then the permissions for all documents.
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
  // A publish or save may be refused for other reasons than its condition.
  const isFulfilled = fulfils === true && (operation === 'edit' || operation === 'delete')
  return { may: isFulfilled || answer[operation], isSure: false }
}

/** True if the user may restore a document of the trash, or delete it for good. */
export function judgeTrashed(
  { slug, permissions, known }: Pick<Judged, 'slug' | 'permissions' | 'known'>,
  operation: TrashOperation,
): boolean {
  const asked = operation === 'restore' ? 'update' : 'delete'
  if (known?.fulfils[asked] === false) return false
  return permissions !== null && canDo(permissions, 'collection', slug, asked)
}

/** Judges by an answer about the present revision. */
function judgeNow(answer: DocumentPermissions, operation: DocumentOperation, canAsk: boolean): Verdict {
  const isOfOtherData = !canAsk && answer.byData && (operation === 'update' || operation === 'publish')
  const isSure = !isOfOtherData && (canAsk || answer.byTime !== true)
  // The answer is about the values that the document had when it was given.
  return { may: operation === 'update' && isOfOtherData ? answer.edit : answer[operation], isSure }
}

/**
 * True if autosave has to wait, since the server would refuse the edits. `locales`: those with edits; empty
 * if only shared fields were edited.
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
 * Judges an operation on a field, like `judge`, whatever the document's own permissions. `path`: names of the schema
 * (see canDoField).
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
