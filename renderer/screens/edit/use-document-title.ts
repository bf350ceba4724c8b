import type { DocRef } from '../../../shared/cms/doc-ref.ts'
import { FILE_FIELD } from '../../../shared/fields/file/pending-file.ts'
import { useTitleOf } from '../../data/use-titles.ts'
import { useDocument, useFieldSnapshot, useForm } from '../../form/form-context.tsx'
import { useT } from '../../i18n/use-t.ts'

/** The document's title as it is on the screen now; a global is called by its name. */
export function useDocumentTitle(docRef?: DocRef): string {
  const { entity } = useDocument()
  // A keystroke in the title's field, or a newer view of it, draws this again; other fields do not.
  useFieldSnapshot(entity.kind === 'collection' ? entity.useAsTitle : '')
  // A file that waits says what the document is called that it is the title of.
  useFieldSnapshot(FILE_FIELD)
  return useTitleNow(docRef)()
}

/** The same for what is said when something is done: nothing is drawn again when the title is another one. */
export function useTitleNow(docRef?: DocRef): () => string {
  const { label } = useT()
  const form = useForm()
  const titleOf = useTitleOf()
  const document = useDocument()
  const { entity } = document
  return () => {
    if (entity.kind === 'global') return label(entity.label) || entity.slug
    const ref = docRef ?? document.getRef()
    // An id says nothing to a person (U11); where the site itself takes it for the title it is one.
    return titleOf(entity, { ref, data: form.data() }, form.locale, { orId: false })
  }
}
