import type { Collection } from '../../../shared/cms/schema-model.ts'
import type { ListRow } from '../../../shared/ipc.ts'
import type { ValueContext } from '../field-module.ts'
import type { Pictured } from '../thumbnail/pictured.ts'
import type { Column } from './columns.ts'

/** What the cells of a list need to know besides their row. */
export type CellContext = ValueContext & {
  collection: Collection
  locale: string | null
  /** Asked one after the other where the locale has no value of a title. */
  fallbacks: readonly string[]
  columnLabel: (column: Column) => string
  /** What stands before the title of a row, null for a place without a picture; null: these documents have none. */
  picture: ((row: ListRow) => Pictured | null) | null
  /** The names of folders are still being read, where they have a column. */
  isReading: boolean
  /** Moves the document of a row into another folder; absent: nothing is moved in this table. */
  move?: {
    ask: (row: ListRow) => void
    /** Why it cannot be moved, in words; null: it can. */
    whyNot: (row: ListRow) => string | null
  }
}
