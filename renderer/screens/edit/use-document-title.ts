import type { DocRef } from '../../../shared/cms/doc-ref.ts'
import { FILE_FIELD } from '../../../shared/fields/file/pending-file.ts'
import { useTitleOf } from '../../data/use-titles.ts'
import { useDocument, useFieldSnapshot, useForm } from '../../form/form-context.tsx'
import { useT } from '../../i18n/use-t.ts'

/** Returns the document's title as it is on the screen; for a global its label. */
export function useDocumentTitle(docRef?: DocRef): string {
  const { entity } = useDocument()
  // A change of the title's field rerenders the caller; other fields do not.
  useFieldSnapshot(entity.kind === 'collection' ? entity.useAsTitle : '')
  // The name of a pending file may be the title.
  useFieldSnapshot(FILE_FIELD)
  return useTitleNow(docRef)()
}

/** Returns a function that reads the title when it is called; a new title does not rerender the caller. */
export function useTitleNow(docRef?: DocRef): () => string {
  const { label } = useT()
  const form = useForm()
  const titleOf = useTitleOf()
  const document = useDocument()
  const { entity } = document
  return () => {
    if (entity.kind === 'global') return label(entity.label) || entity.slug
    const ref = docRef ?? document.getRef()
    // An id means nothing to a person (U11), unless the site itself uses it as the title.
    return titleOf(entity, { ref, data: form.data() }, form.locale, { orId: false })
  }
}
