import type { LocalizedText } from '../../shared/cms/schema-model.ts'
import type { UseT } from '../i18n/use-t.ts'

/** `Practical > Costs > Amount`, as the web admin calls a field by what is around it. */
export function joinedLabels(labels: readonly (LocalizedText | null)[], { label }: UseT): string {
  return labels
    .map((text) => label(text))
    .filter((text) => text !== '')
    .join(' > ')
}
