import { useMemo } from 'react'
import { projectLocale } from '../../../shared/document/project.ts'
import type { SeoResult, SeoWhat } from '../../../shared/ipc.ts'
import { galley } from '../../data/bridge.ts'
import { useOpenDocument, useForm } from '../../form/form-context.tsx'

/** Asks the site for a part of a search result, of the document as it is in the form at that moment. */
export type AskSeo = (what: SeoWhat) => { answer: Promise<SeoResult>; stop: () => void }

/** null: the fields are not those of one document. */
export function useAskSeo(): AskSeo | null {
  const document = useOpenDocument()
  const form = useForm()
  return useMemo(() => {
    if (document === null) return null
    return (what) => {
      const { fields, locale } = form
      const id = crypto.randomUUID()
      const data = projectLocale(fields, form.data(), locale)
      return {
        answer: galley.call('seo.generate', { id, ref: document.getRef(), what, locale, data }),
        stop: () => void galley.call('seo.stop', { id }).catch(console.error),
      }
    }
  }, [document, form])
}
