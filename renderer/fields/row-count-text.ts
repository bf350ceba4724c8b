import type { Labels } from '../../shared/cms/schema-model.ts'
import type { ValueContext } from './field-module.ts'

/** How many rows there are, `3 Items`; `3 Rows` where the site has no word for them. */
export function rowCountText(
  count: number,
  labels: Labels,
  { label, t }: Pick<ValueContext, 'label' | 't'>,
): string {
  const [own, key] = count === 1 ? [labels.singular, 'general:row'] : [labels.plural, 'general:rows']
  return `${count} ${label(own) || t(key)}`
}
