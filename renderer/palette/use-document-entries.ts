import { CircleCheck, ExternalLink, File, FileText, Hash } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import { useNavigate } from 'react-router-dom'
import { refId, refKey, type DocRef } from '../../shared/cms/doc-ref.ts'
import { adminRoutes } from '../../shared/cms/routes.ts'
import type { Collection } from '../../shared/cms/schema-model.ts'
import type { ListRow } from '../../shared/ipc.ts'
import { useContentLocale } from '../data/content-locale.tsx'
import { localeSuffix } from '../data/locale-of.ts'
import { useRecent } from '../data/own-documents.ts'
import { useFindQuery } from '../data/queries.ts'
import { useSchema } from '../data/schema-context.tsx'
import { useCopyText } from '../data/use-copy-text.ts'
import { useNamedDocuments } from '../data/use-named-documents.ts'
import { useNavGroups } from '../data/use-nav-groups.ts'
import { useTitleOf } from '../data/use-titles.ts'
import { pictured } from '../fields/thumbnail/picture-sources.ts'
import { useT } from '../i18n/use-t.ts'
import { statusWord } from '../ui/status-dot/status-words.ts'
import type { PaletteEntry } from './palette-entries.ts'
import { usePublishHit, type Ask } from './use-publish-hit.tsx'

/** Most hits: those that fit at once. */
const SHOWN = 8
const RECENT_SHOWN = 7
const NONE: ListRow[] = []

/** `isSettled`: the entries match the present text, not the previous one. */
export type Found = { entries: PaletteEntry[]; isSettled: boolean }

/** Returns the documents on this computer that match the text; without text, those opened last. */
export function useDocumentEntries(typed: string, ask: Ask): Found {
  const words = typed.trim().slice(0, 200)
  const found = useFound(words, ask)
  const recent = useRecentEntries(ask)
  return words === '' ? { entries: recent, isSettled: true } : found
}

function useFound(words: string, ask: Ask): Found {
  const groups = useNavGroups()
  const schema = useSchema()
  const titleOf = useTitleOf()
  const recent = useRecent()
  const entryOf = useEntryOf(ask)
  const { locale } = useContentLocale()
  const slugs = useMemo(
    () =>
      groups.flatMap(({ entities }) =>
        entities.flatMap((one) => (one.type === 'collections' ? [one.slug] : [])),
      ),
    [groups],
  )
  const query = useMemo(
    () => ({
      words,
      slugs,
      limit: SHOWN,
      locale,
      recent: recent.flatMap((ref) => (ref.kind === 'collection' ? [{ slug: ref.slug, id: ref.id }] : [])),
    }),
    [words, slugs, locale, recent],
  )
  const { data, isPlaceholderData, isError } = useFindQuery(query)
  const rows = words === '' ? NONE : (data ?? NONE)
  const entries = useMemo(
    () =>
      rows.flatMap((row): PaletteEntry[] => {
        const collection = schema.collections.find(({ slug }) => slug === row.ref.slug)
        if (collection === undefined) return []
        return [entryOf(row, collection, titleOf(collection, row, locale))]
      }),
    [rows, schema, titleOf, entryOf, locale],
  )
  return { entries, isSettled: words === '' || isError || (data !== undefined && !isPlaceholderData) }
}

function useRecentEntries(ask: Ask): PaletteEntry[] {
  const { t } = useT()
  const navigate = useNavigate()
  const schema = useSchema()
  const entryOf = useEntryOf(ask)
  const { locale } = useContentLocale()
  const { shown } = useNamedDocuments(useRecent())
  return shown.slice(0, RECENT_SHOWN).flatMap(({ docRef, title, row }): PaletteEntry[] => {
    if (row === null)
      return [
        {
          id: idOf(docRef),
          text: title,
          icon: File,
          hint: t('galley:app.palette.global'),
          run: () => void navigate(adminRoutes.document(docRef) + localeSuffix(locale)),
        },
      ]
    const collection = schema.collections.find(({ slug }) => slug === docRef.slug)
    return collection === undefined ? [] : [entryOf(row, collection, title)]
  })
}

const idOf = (ref: DocRef): string => `document-${refKey(ref).replaceAll(/\W/g, '-')}`

/** Returns a function that makes an entry of a document, with its actions. */
function useEntryOf(ask: Ask): (row: ListRow, collection: Collection, title: string) => PaletteEntry {
  const { t, label, formatList } = useT()
  const navigate = useNavigate()
  const copy = useCopyText()
  const { locale } = useContentLocale()
  const publishOf = usePublishHit(ask)
  return useCallback(
    (row, collection, title) => {
      const { ref, status, state } = row
      const id = idOf(ref)
      const open = () => void navigate(adminRoutes.document(ref) + localeSuffix(locale))
      const publish = publishOf(row, collection, title)
      const shown = collection.upload === false ? null : pictured(row)
      const kind = label(collection.labels.singular) || collection.slug
      return {
        id,
        text: title,
        also: refId(ref),
        icon: FileText,
        hint: formatList([kind, ...(status === null ? [] : [statusWord(status, t)])]),
        ...(shown !== null && { picture: shown }),
        ...(state.kind !== 'saved' && { state }),
        run: open,
        actions: [
          { id: `${id}-open`, text: t('general:open'), icon: ExternalLink, run: open },
          ...(publish === null
            ? []
            : [{ id: `${id}-publish`, text: publish.title, icon: CircleCheck, run: publish.run }]),
          ...(row.isNew
            ? []
            : [
                {
                  id: `${id}-copy`,
                  text: t('galley:actions.copyId'),
                  icon: Hash,
                  run: () => void copy(refId(ref), t('galley:actions.idCopied', { id: refId(ref) })),
                },
              ]),
        ],
      }
    },
    [t, label, formatList, navigate, copy, locale, publishOf],
  )
}
