import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { judge, judgeField, knownIn } from '../../../../shared/cms/document-permissions.ts'
import { refKey, type DocRef } from '../../../../shared/cms/doc-ref.ts'
import { adminRoutes, ON_SCREEN } from '../../../../shared/cms/routes.ts'
import type { Collection, Global } from '../../../../shared/cms/schema-model.ts'
import { hasServerRules } from '../../../../shared/cms/entity-rules.ts'
import type { Change } from '../../../../shared/document/change.ts'
import type { ComparedLocales } from '../../../../shared/document/compare/locale-sides.ts'
import { takePart, type TakenFrom, type TakenPart } from '../../../../shared/document/compare/take-part.ts'
import { parentPath } from '../../../../shared/document/path.ts'
import { schemaNames } from '../../../../shared/document/schema-names.ts'
import type { DocumentView, VersionContent } from '../../../../shared/ipc.ts'
import type { JsonObject } from '../../../../shared/json.ts'
import { leadingTo } from '../../../data/page-state.ts'
import { callReason } from '../../../data/failure-reasons.ts'
import { useContentLocale } from '../../../data/content-locale.tsx'
import { localeSuffix } from '../../../data/locale-of.ts'
import { useFieldTypes } from '../../../data/field-types-context.ts'
import { queryKeys, useConnection, useSessionQuery } from '../../../data/queries.ts'
import { useSchema } from '../../../data/schema-context.tsx'
import { useLocks } from '../../../data/use-locks.ts'
import type { DocumentForm } from '../../../form/document-form.ts'
import type { DocumentSession } from '../../../form/document-session.ts'
import { formOf } from '../../../form/form-of.ts'
import type { OpenDocuments } from '../../../form/open-documents.ts'
import { useOpenDocuments } from '../../../form/open-documents-context.ts'
import { useT } from '../../../i18n/use-t.ts'
import { useToast } from '../../../ui/toast/toast-queue.ts'
import { pathLabel } from '../../../unsent/entry-words.ts'
import { onScreenSide, SAVED } from '../own-sides.ts'
import type { ComparedVersions } from '../use-compared-versions.ts'

/** A part of a version that can be taken into the document. */
export type Offer = {
  /** The version in words: its time in short, or that it is the last saved one. */
  version: string
  side: TakenFrom['side']
  /** The changes that it would make now; never empty. */
  edits: Change[]
  take: () => void
}
export type Taking = {
  /** Null: nothing of the part can be taken. */
  offerOf: (part: TakenPart) => Offer | null
}

type Here = Extract<VersionContent, { outcome: 'here' }>
type Source = { from: TakenFrom; content: Here }

/** Cause of this screen's toasts. */
const FAILED = 'take-part'

/**
 * Takes parts of a version into the document, as edits in its form (DM3): of the viewed version, or of the compared
 * one if the document already equals the viewed one. Null if the document is not here or not editable.
 */
export function useTaking({
  docRef: ref,
  entity,
  versions: { viewed, comparedWith },
  view,
  locales,
  onTake,
}: {
  docRef: DocRef
  entity: Collection | Global
  versions: Pick<ComparedVersions, 'viewed' | 'comparedWith'>
  /** The document; null: it is not here. */
  view: DocumentView | null
  locales: ComparedLocales
  /** Called when a part is taken; must be stable. */
  onTake: (part: TakenPart) => void
}): Taking | null {
  const types = useFieldTypes()
  const { formatMoment, t } = useT()
  const now = useMemo(
    () => (view === null ? null : onScreenSide({ fields: entity.fields, types }, view).data),
    [view, entity, types],
  )
  const isHeld = useLocks([ref]).has(refKey(ref))
  const mayWrite = useMayWrite(ref, entity, view)
  const take = useTake(ref, entity)
  /** Side from which a part was taken. The other side is not offered then, since that would be no undo. */
  const [sides, setSides] = useState<ReadonlyMap<string, Source['from']['side']>>(new Map())
  const after = viewed.state === 'here' ? viewed.content : null
  const before = comparedWith.state === 'here' ? comparedWith.content : null
  const isThere =
    view !== null && !view.isNew && !view.isGone && (view.base.data['deletedAt'] ?? null) === null
  return useMemo(() => {
    if (now === null || mayWrite === null || !isThere || isHeld) return null
    const pair = [after, before].map((one) => one?.version.id ?? '').join(' ')
    const may = (path: string, locale: string | null) => mayWrite(now, path, locale)
    const sourceOf = (side: 'before' | 'after', content: Here | null): Source[] =>
      content === null || content.version.id === ON_SCREEN
        ? []
        : [{ from: { entity, locales, side, version: content.data, mayWrite: may }, content }]
    const sources = [...sourceOf('after', after), ...sourceOf('before', before)]
    return {
      offerOf(part) {
        const key = `${pair} ${part.key}`
        const taken = sides.get(key)
        for (const source of sources) {
          const { from, content } = source
          const edits = taken === undefined || taken === from.side ? takePart(from, now, part) : []
          if (edits.length === 0) continue
          const { id, updatedAt } = content.version
          return {
            version: id === SAVED ? t('galley:compare.lastSaved') : formatMoment(updatedAt),
            side: from.side,
            edits,
            take() {
              onTake(part)
              setSides((known) => new Map(known).set(key, from.side))
              take(source, part)
            },
          }
        }
        return null
      },
    }
  }, [entity, locales, after, before, now, mayWrite, isThere, isHeld, sides, take, onTake, formatMoment, t])
}

type MayWrite = (data: JsonObject, path: string, locale: string | null) => boolean

/** Returns a check of field permissions; null if the document is not editable. */
function useMayWrite(ref: DocRef, entity: Collection | Global, view: DocumentView | null): MayWrite | null {
  const permissions = useSessionQuery().data?.permissions ?? null
  const canAsk = useConnection()?.status === 'online'
  const { locale: around } = useContentLocale()
  const known = view?.permissions ?? null
  const { kind, slug } = ref
  return useMemo(() => {
    const judgedIn = (locale: string | null) =>
      ({ kind, slug, isNew: false, permissions, known: knownIn(known, locale), canAsk }) as const
    if (!judge(judgedIn(around), 'edit').may) return null
    return (data, path, locale) => {
      const judged = judgedIn(locale ?? around)
      const names = schemaNames(entity.fields, data, path, locale ?? around)
      return judge(judged, 'edit').may && judgeField(judged, names, 'update')
    }
  }, [kind, slug, entity, permissions, known, canAsk, around])
}

/**
 * Returns a function that makes the edits in the document's form, and reports them with an undo and a link to the
 * document.
 */
function useTake(ref: DocRef, entity: Collection | Global): (source: Source, part: TakenPart) => void {
  const documents = useOpenDocuments()
  const client = useQueryClient()
  const schema = useSchema()
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const { locale } = useContentLocale()
  const toast = useToast()
  const { t, label, formatDate } = useT()

  return useCallback(
    ({ from, content }, part) => {
      const asksServer = hasServerRules(schema, entity.slug)
      const inForm = <T>(edit: (form: DocumentForm) => T) =>
        editInForm(
          documents,
          client,
          () => documents.open(ref, entity, { defaultLocale: locale, asksServer }),
          edit,
        )
      const nameIn = (data: JsonObject, path: string) => pathLabel(entity.fields, path, { t, label }, data)
      const failed = (error: unknown) =>
        toast.error(t('galley:sync.notDone', { reason: callReason(error, t) }), { cause: FAILED })

      async function takeBack(changes: readonly Change[]): Promise<void> {
        const left = await inForm((form) =>
          form.takeBack(changes).map(({ path }) => nameIn(form.data(), path)),
        )
        if (left !== null && left.length > 0)
          toast.success(t('galley:edit.history.left', { places: [...new Set(left)].join(', ') }))
      }

      function lead(): void {
        const path = part.kind === 'row' ? parentPath(part.path).parent : part.path
        const shown = part.locale ?? params.get('locale')
        void navigate(adminRoutes.document(ref) + localeSuffix(shown), {
          state: leadingTo({ path, locale: part.locale ?? locale }),
        })
      }

      async function take(): Promise<void> {
        const { version, data } = content
        const made = await inForm((form) => {
          const changes = takePart(from, form.data(), part)
          const there = part.kind === 'row' && part[from.side] === null ? form.data() : data
          const name = nameIn(there, part.path)
          form.perform(changes)
          return { changes, name }
        })
        if (made === null) toast.error(t('galley:compare.take.gone'), { cause: FAILED })
        if (made === null || made.changes.length === 0) return
        const field = part.locale === null ? made.name : `${made.name} (${part.locale})`
        toast.success(
          version.id === SAVED
            ? t('galley:compare.take.doneSaved', { field })
            : t('galley:compare.take.done', { field, version: formatDate(version.updatedAt) }),
          {
            cause: FAILED,
            link: { label: t('galley:compare.take.open'), onPress: lead },
            action: {
              label: t('galley:edit.history.undo'),
              onPress: () => void takeBack(made.changes).catch(failed),
            },
          },
        )
      }
      void take().catch(failed)
    },
    [documents, client, schema, navigate, params, locale, toast, t, label, formatDate, ref, entity],
  )
}

/**
 * Edits a document in its form and writes the draft before closing it, so that later reads include the edits. Null:
 * the document is not here.
 */
async function editInForm<T>(
  documents: OpenDocuments,
  client: QueryClient,
  open: () => DocumentSession,
  edit: (form: DocumentForm) => T,
): Promise<T | null> {
  const session = open()
  const release = documents.retain(session)
  try {
    const form = await formOf(session)
    if (form === null) return null
    const done = edit(form)
    if (!(await form.flush())) throw new Error('not written')
    return done
  } finally {
    const { ref } = session.getSnapshot()
    release?.()
    await client.invalidateQueries({ queryKey: queryKeys.document(ref) })
  }
}
