import { slugLabels } from '../../../shared/cms/slug-labels.ts'
import { sameJson } from '../../../shared/json.ts'
import type { Labels, RowsField } from '../../../shared/cms/schema-model.ts'
import type { Translate } from '../../i18n/translator.ts'

/**
 * What the rows of a list are called. Blocks that the site has no word for are called blocks, in the language of the
 * screen, and not by what the server makes of the field's name: `4 Layouts` (U18).
 */
export function rowsLabels(field: RowsField, t: Translate): Labels {
  const isDerived = field.type === 'blocks' && sameJson(field.labels, slugLabels(field.name))
  return isDerived ? { singular: t('fields:block'), plural: t('fields:blocks') } : field.labels
}
