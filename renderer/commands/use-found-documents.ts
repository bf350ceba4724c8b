import { FileText } from 'lucide-react'
import { useMemo } from 'react'
import { useNavigate } from 'react-router-dom'
import { adminRoutes } from '../../shared/cms/routes.ts'
import type { ListRow } from '../../shared/ipc.ts'
import { refKey } from '../../shared/cms/doc-ref.ts'
import { useContentLocale } from '../data/content-locale.ts'
import { localeSuffix } from '../data/locale-of.ts'
import { useFindQuery } from '../data/queries.ts'
import { useSchema } from '../data/schema-context.tsx'
import { useNavGroups } from '../data/use-nav-groups.ts'
import { useTitleOf } from '../data/use-title-of.ts'
import { useT } from '../i18n/use-t.ts'
import { statusWord } from '../ui/status-dot/status-words.ts'
import { syncWords } from '../ui/sync-state/sync-words.ts'
import type { PaletteEntry } from './palette-entries.ts'

/** More than fit at once would be read by nobody. */
const SHOWN = 8
const NONE: ListRow[] = []

export type Found = { entries: PaletteEntry[]; isSettled: boolean }

/**
 * Documents on this computer that are called like what is typed; `isSettled`: they are those for it, and not for what
 * was typed before.
 */
export function useFoundDocuments(typed: string): Found {
  const { t, formatList } = useT()
  const navigate = useNavigate()
  const groups = useNavGroups()
  const schema = useSchema()
  const titleOf = useTitleOf()
  const { locale } = useContentLocale()
  const collections = useMemo(
    () =>
      new Map(
        groups
          .flatMap((group) => group.entities)
          .flatMap((one) => (one.type === 'collections' ? [[one.slug, one]] : [])),
      ),
    [groups],
  )
  const words = typed.trim().slice(0, 200)
  const query = useMemo(
    () => ({ words, slugs: [...collections.keys()], limit: SHOWN, locale }),
    [words, collections, locale],
  )
  const { data, isPlaceholderData, isError } = useFindQuery(query)
  const rows = words === '' ? NONE : (data ?? NONE)
  const entries = useMemo(
    () =>
      rows.flatMap(({ ref, data: values, status, state }): PaletteEntry[] => {
        const collection = schema.collections.find(({ slug }) => slug === ref.slug)
        const place = collections.get(ref.slug)
        if (collection === undefined || place === undefined) return []
        const said = [
          place.singular,
          ...(status === null ? [] : [statusWord(status, t)]),
          ...(state.kind === 'saved' ? [] : [syncWords(state, t).short]),
        ]
        return [
          {
            id: `document-${refKey(ref).replaceAll(/\W/g, '-')}`,
            text: titleOf(collection, { ref, data: values }, locale),
            icon: FileText,
            hint: formatList(said),
            run: () => void navigate(adminRoutes.document(ref) + localeSuffix(locale)),
          },
        ]
      }),
    [rows, schema, collections, t, formatList, titleOf, locale, navigate],
  )
  return { entries, isSettled: words === '' || isError || (data !== undefined && !isPlaceholderData) }
}
