import type { DocRef } from '../../shared/cms/doc-ref.ts'
import { projectLocale } from '../../shared/document/project.ts'
import type { JsonObject } from '../../shared/json.ts'
import type { DocumentForm } from './document-form.ts'
import type { FormState } from './form-state.ts'

/** Returns the document on the screen in one locale, saved or not, as the site's functions get it. */
export function documentInForm(
  document: Pick<DocumentForm, 'getRef'>,
  form: Pick<FormState, 'fields' | 'data' | 'locale'>,
): { ref: DocRef; locale: string | null; data: JsonObject } {
  return {
    ref: document.getRef(),
    locale: form.locale,
    data: projectLocale(form.fields, form.data(), form.locale),
  }
}
