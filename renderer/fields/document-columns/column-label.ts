import type { UseT } from '../../i18n/use-t.ts'
import type { Column } from './columns.ts'

export function columnLabel(column: Column, { t, label }: UseT): string {
  switch (column.kind) {
    case 'field':
      return [...column.inside.map((one) => label(one)), label(column.label) || column.node.name].join(' > ')
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
