import * as v from 'valibot'

/** Depth to which an answer has its relations filled in (S5.23, S9.04). */
export const DEPTH = { min: 0, max: 10, step: 1 } as const

/** The parameters of a document's request in the API view. */
export const apiQuestion = v.object({
  depth: v.pipe(v.number(), v.integer(), v.minValue(DEPTH.min), v.maxValue(DEPTH.max)),
  draft: v.boolean(),
  /** null: the site has none. */
  locale: v.nullable(v.string()),
})
export type ApiQuestion = v.InferOutput<typeof apiQuestion>

/** The query string of the request, in the order in which the web admin writes it (S7.06). */
export function apiQuery({ depth, draft, locale }: ApiQuestion): string {
  const named = locale === null ? '' : `&locale=${encodeURIComponent(locale.toWellFormed())}`
  return `?depth=${depth}&draft=${draft}${named}`
}

/** The value that replaces credentials in an answer for the window: they stay in main. */
export const WITHHELD = '[kept from the window]'
