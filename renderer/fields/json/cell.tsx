import type { JsonField } from '../../../shared/cms/schema-model.ts'
import { json } from '../../../shared/fields/json/json.ts'
import { isBlank } from '../../../shared/fields/value-rules.ts'
import { CellText } from '../cell-text.tsx'
import { cutText } from '../cut-text.ts'
import type { FieldCellProps } from '../field-module.ts'

/** Shorter ones are not cut. */
const CUT_FROM = 150

export function JsonCell({ field, value, context }: FieldCellProps<JsonField>) {
  const text = isBlank(value) ? '' : json.text(field, value, context)
  return <CellText text={text.length > CUT_FROM ? cutText(text) : text} field={field} context={context} />
}
