import type { Operator } from '../../../shared/cms/where.ts'
import type { Json } from '../../../shared/json.ts'
import type { FilterField } from '../../../shared/lists/filter-fields.ts'

export type FilterValueProps = {
  /** Of the input; `${id}-label` names it. */
  id: string
  field: FilterField
  operator: Operator
  /** As the form has it (see Rule); null: nothing was put in yet. */
  value: Json
  onChange: (value: Json) => void
  /** In which documents are called by their titles. */
  locale: string | null
}
