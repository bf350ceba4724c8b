import type { UseT } from '../../i18n/use-t.ts'
import type { Column } from './columns.ts'
import { DOC_STATUSES, statusWord } from '../../ui/status-dot/status-words.ts'
import { valueModule, type ValueContext } from '../field-module.ts'
import type { LocalizedText } from '../../../shared/cms/schema-model.ts'

export function columnLabel(column: Column, words: UseT): string {
  const { t, label } = words
  switch (column.kind) {
    case 'field':
      return joinedLabels([...column.around, label(column.label) || column.node.name], words)
    case 'id':
      return 'ID'
    case 'status':
      return t('version:status')
    case 'created':
      return t('general:createdAt')
    case 'updated':
      return t('general:updatedAt')
  }
}

/** Returns sample texts, the widest of which is as wide as any in the column; none if that is unknown. */
export function columnSamples(column: Column, words: UseT, context: ValueContext): readonly string[] {
  switch (column.kind) {
    case 'status':
      return DOC_STATUSES.map((status) => statusWord(status, words.t))
    case 'created':
    case 'updated':
      return words.sampleAgos()
    case 'field':
      return valueModule(context.modules, column.node).column?.samples?.(column.node, context) ?? []
    case 'id':
      return []
  }
}

/** Joins a field's label with those around it, as the web admin does: `Practical > Costs > Amount`. */
export function joinedLabels(labels: readonly (LocalizedText | null)[], { label }: UseT): string {
  return labels
    .map((text) => label(text))
    .filter((text) => text !== '')
    .join(' > ')
}
