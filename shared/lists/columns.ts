import * as v from 'valibot'

/** The columns of a list in their order, shown or not, in the shape of the web admin's own preference (S3.37). */
export const columnChoices = v.array(v.object({ accessor: v.string(), active: v.boolean() }))
export type ColumnChoice = v.InferOutput<typeof columnChoices>[number]

const columnForms = v.array(
  v.union([v.pipe(v.string(), v.minLength(1)), v.object({ accessor: v.string(), active: v.boolean() })]),
)

/**
 * Reads columns in any form of the web admin: names, a minus before hidden ones, these as JSON text, or its
 * preference (S3.38). Undefined: none, or they cannot be read (`failed` is called, S8.10).
 */
export function readColumns(value: unknown, failed: () => void): ColumnChoice[] | undefined {
  if (value === undefined || value === null) return undefined
  const parsed = v.safeParse(columnForms, typeof value === 'string' ? parseJson(value) : value)
  if (!parsed.success) {
    failed()
    return undefined
  }
  return parsed.output.map((one) => {
    if (typeof one !== 'string') return one
    const active = !one.startsWith('-')
    return { accessor: active ? one : one.slice(1), active }
  })
}

/** The columns as a parameter of an address. */
export function columnsText(columns: readonly ColumnChoice[]): string {
  return JSON.stringify(columns.map(({ accessor, active }) => (active ? accessor : `-${accessor}`)))
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The log message for columns that cannot be read. */
export const COLUMNS_ERROR = 'Error parsing columns'
