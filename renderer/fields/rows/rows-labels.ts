import { slugLabels } from '../../../shared/cms/labels.ts'
import { sameJson } from '../../../shared/json.ts'
import type { Labels, RowsField } from '../../../shared/cms/schema-model.ts'
import type { Translate } from '../../i18n/translator.ts'

/**
 * Returns the labels of a list's rows. Blocks without labels in the config are called blocks, in the UI language,
 * instead of the server's label derived from the field's name: `4 Layouts` (U18).
 */
export function rowsLabels(field: RowsField, t: Translate): Labels {
  const isDerived = field.type === 'blocks' && sameJson(field.labels, slugLabels(field.name))
  return isDerived ? { singular: t('fields:block'), plural: t('fields:blocks') } : field.labels
}
