import type { Collection } from '../../../shared/cms/schema-model.ts'
import type { ListRow } from '../../../shared/ipc.ts'
import type { ValueContext } from '../field-module.ts'
import type { Pictured } from '../thumbnail/pictured.ts'
import type { Column } from './columns.ts'

/** Context of a list's cells besides their row. */
export type CellContext = ValueContext & {
  collection: Collection
  locale: string | null
  /** Locales tried in order if a title has no value in the current one. */
  fallbacks: readonly string[]
  columnLabel: (column: Column) => string
  /**
   * Returns the picture in front of a row's title, null for an empty space; null: these documents have no pictures.
   */
  picture: ((row: ListRow) => Pictured | null) | null
  /** True while the titles of folders are being read, if they have a column. */
  isReading: boolean
  /** Moves a row's document into another folder; absent: this table moves nothing. */
  move?: {
    ask: (row: ListRow) => void
    /** Returns the reason that it cannot be moved, as text; null if it can. */
    whyNot: (row: ListRow) => string | null
  }
}
