import * as v from 'valibot'

/** The field that a link to a document leads to, in the state of its page of the history. */
const askedField = v.object({ askedField: v.object({ path: v.string(), locale: v.nullable(v.string()) }) })
export type AskedField = v.InferOutput<typeof askedField>['askedField']

/** The state of a link that leads to a field of its document. */
export const leadingTo = (field: AskedField): v.InferOutput<typeof askedField> => ({ askedField: field })

/** The field that a page of the history leads to; null: none. */
export function askedFieldIn(state: unknown): AskedField | null {
  const parsed = v.safeParse(askedField, state)
  return parsed.success ? parsed.output.askedField : null
}
