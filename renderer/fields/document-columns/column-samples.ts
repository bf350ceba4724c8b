import type { UseT } from '../../i18n/use-t.ts'
import { DOC_STATUSES, statusWord } from '../../ui/status-dot/status-words.ts'
import { valueModule, type ValueContext } from '../field-module.ts'
import type { Column } from './columns.ts'

/** Texts among which is one as wide as any that the column shows, in the language of the window; none: nobody knows. */
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
