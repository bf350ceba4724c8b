import type { DocRef } from '../../../shared/cms/doc-ref.ts'
import type { Collection, Global } from '../../../shared/cms/schema-model.ts'
import { hasServerRules } from '../../../shared/cms/entity-rules.ts'
import type { SavedDifference } from '../../../shared/document/saved-difference.ts'
import { useContentLocale } from '../../data/content-locale.tsx'
import { useSchema } from '../../data/schema-context.tsx'
import { formOf } from '../../form/form-of.ts'
import { useT } from '../../i18n/use-t.ts'
import { useToast } from '../../ui/toast/toast-queue.ts'
import { useOpenDocuments } from '../../form/open-documents-context.ts'

type PutBack = (
  ref: DocRef,
  entity: Collection | Global,
  differences: readonly SavedDifference[],
  title: string,
) => Promise<void>

/**
 * Returns a function that writes sent values into the document's form again, as a new edit (DM3): it is
 * journalled, autosaved if the document does that, and can be undone.
 */
export function usePutBack(): PutBack {
  const documents = useOpenDocuments()
  const schema = useSchema()
  const { locale } = useContentLocale()
  const { t } = useT()
  const toast = useToast()
  return async (ref, entity, differences, title) => {
    const asksServer = hasServerRules(schema, entity.slug)
    const session = documents.open(ref, entity, { defaultLocale: locale, asksServer })
    const release = documents.retain(session)
    try {
      const form = await formOf(session)
      if (form === null) return
      form.putBack(differences)
      toast.success(t('galley:saved.history.putBackDone', { title }))
    } finally {
      release?.()
    }
  }
}
