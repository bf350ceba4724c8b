import type { Operator } from '../../../shared/cms/where.ts'
import type { Json } from '../../../shared/json.ts'
import type { FilterField } from '../../../shared/lists/filter-fields.ts'

export type FilterValueProps = {
  /** Id of the input; `${id}-label` names it. */
  id: string
  field: FilterField
  operator: Operator
  /** The value in the form's shape (see Rule); null: none yet. */
  value: Json
  onChange: (value: Json) => void
  /** Locale of the documents' titles. */
  locale: string | null
}
