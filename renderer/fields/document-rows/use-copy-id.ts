import { refId, type DocRef } from '../../../shared/cms/doc-ref.ts'
import { useCopyText } from '../../data/use-copy-text.ts'
import { useT } from '../../i18n/use-t.ts'

/** Puts the id of a document on the clipboard. */
export function useCopyId(): (ref: DocRef) => Promise<void> {
  const { t } = useT()
  const copy = useCopyText()
  return (ref) => copy(refId(ref), t('galley:actions.idCopied', { id: refId(ref) }))
}
