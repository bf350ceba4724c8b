import type { UseT } from '../../i18n/use-t.ts'
import { joinedLabels } from '../joined-labels.ts'
import type { Column } from './columns.ts'

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
