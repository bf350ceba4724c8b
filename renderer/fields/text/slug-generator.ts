import type { TextField } from '../../../shared/cms/schema-model.ts'
import { galley } from '../../data/bridge.ts'
import { callReason, notDoneReason } from '../../data/failure-reasons.ts'
import { documentInForm } from '../../form/document-in-form.ts'
import { useForm, useOpenDocument } from '../../form/form-context.tsx'
import { useT } from '../../i18n/use-t.ts'

/** As Payload does where the site has no way of its own. */
export function plainSlug(text: string): string {
  return text
    .trim()
    .replaceAll(' ', '-')
    .replaceAll(/[^\w-]+/g, '')
    .toLowerCase()
}

/** A part of an address, or in words why there is none. */
export type MadeSlug = { slug: string } | { reason: string }

/** Makes the part of an address that a text stands for. A site may have a way of its own, which only its server knows. */
export function useSlugGenerator(field: TextField): (text: string) => Promise<MadeSlug> {
  const { t } = useT()
  const document = useOpenDocument()
  const form = useForm()
  return async (text) => {
    if (!field.slugFromSite || document === null) return { slug: plainSlug(text) }
    try {
      const asked = { ...documentInForm(document, form), schemaPath: field.schemaPath, text }
      const answer = await galley.call('slug.generate', asked)
      // As in the web admin, where the site makes nothing of it the field is empty.
      return answer.outcome === 'done' ? { slug: answer.slug ?? '' } : { reason: notDoneReason(answer, t) }
    } catch (error) {
      return { reason: callReason(error, t) }
    }
  }
}
