import type { ValueContext } from './field-module.ts'

/** The first texts of a list, and how many more there are: `A, B and 2 more` (A.4). */
export function firstItems(texts: readonly string[], most: number, { t }: Pick<ValueContext, 't'>): string {
  const items = texts.slice(0, most).join(', ')
  return texts.length <= most ? items : t('galley:list.andMore', { items, more: texts.length - most })
}
