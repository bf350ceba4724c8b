import { useMemo, useState } from 'react'
import type { DocRef } from '../../shared/cms/doc-ref.ts'
import type { ListRow } from '../../shared/ipc.ts'
import { useT } from '../i18n/use-t.ts'
import { useContentLocale } from './content-locale.tsx'
import { useSchema, useVisible } from './schema-context.tsx'
import { useDocumentRows } from './use-document-rows.ts'

export type NamedDocument = {
  docRef: DocRef
  title: string
  /** Label of its collection or global; null if the title says it. */
  kind: string | null
  /** List row of the document; null for a global. */
  row: ListRow | null
}

/**
 * Returns documents with their titles, without deleted and unreadable ones. `isRead`: this computer has answered;
 * `isNewest`: for the present refs, too.
 */
export function useNamedDocuments(refs: readonly DocRef[]): {
  shown: NamedDocument[]
  isRead: boolean
  isNewest: boolean
} {
  const { t, label } = useT()
  const schema = useSchema()
  const isVisible = useVisible()
  const { locale } = useContentLocale()
  const related = useMemo(() => refs.flatMap((ref) => (ref.kind === 'collection' ? [ref] : [])), [refs])
  const rows = useDocumentRows(related, locale)
  // The previous titles stay while a new one is read.
  const [read, setRead] = useState(rows)
  if (rows.isRead && rows.rowOf !== read.rowOf) setRead(rows)
  const { rowOf, isRead } = rows.isRead ? rows : read
  const shown = refs.flatMap((ref): NamedDocument[] => {
    if (!isVisible(ref.kind, ref.slug)) return []
    if (ref.kind === 'global') {
      const found = schema.globals.find(({ slug }) => slug === ref.slug)
      if (found === undefined) return []
      return [{ docRef: ref, title: label(found.label) || ref.slug, kind: null, row: null }]
    }
    const found = schema.collections.find(({ slug }) => slug === ref.slug)
    const here = rowOf(ref.slug, ref.id)
    if (found === undefined || here === null) return []
    const kind = label(found.labels.singular) || ref.slug
    return [{ docRef: ref, title: here.title || `[${t('general:untitled')}]`, kind, row: here.row }]
  })
  return { shown, isRead, isNewest: rows.isRead }
}
