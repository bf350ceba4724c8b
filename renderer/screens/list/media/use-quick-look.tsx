import { useState, type ReactNode } from 'react'
import { altField } from '../../../../shared/cms/list-fields.ts'
import { refId } from '../../../../shared/cms/doc-ref.ts'
import type { Collection } from '../../../../shared/cms/schema-model.ts'
import type { ListRow } from '../../../../shared/ipc.ts'
import { stopOfRow, type Look } from '../../../fields/document-rows/use-row-focus.ts'
import { altOf } from '../../../fields/file/file-texts.ts'
import { pictured } from '../../../fields/thumbnail/picture-sources.ts'
import { announce } from '../../../ui/live-region/announce.ts'
import { QuickLook } from './quick-look.tsx'

type Looked = {
  /** The row that is shown; it keeps its position if the list loses it. */
  row: ListRow
  at: number
  from: string
  focus: (id: string) => void
}

type Options = {
  collection: Collection
  locale: string | null
  rows: readonly ListRow[]
  titleOf: (row: ListRow) => string
  offline: boolean
  onOpen: (row: ListRow) => void
}

/**
 * Shows the files of a page in full size, one after another. `look` is null for a collection without files.
 */
export function useQuickLook(options: Options): {
  look: Look | null
  open: (row: ListRow) => void
  layer: ReactNode
} {
  const { collection, locale, rows, titleOf } = options
  const [looked, setLooked] = useState<Looked | null>(null)
  const indexOf = (id: string): number => rows.findIndex(({ ref }) => refId(ref) === id)
  const found = looked === null ? -1 : indexOf(refId(looked.row.ref))
  const files = looked === null || found >= 0 ? rows : rows.toSpliced(looked.at, 0, looked.row)
  const at = looked === null || found >= 0 ? found : Math.min(looked.at, rows.length)
  const shown = files[at]
  const of = pictured(shown ?? null)
  const show = (row: ListRow, focus: (id: string) => void, from = refId(row.ref)): void =>
    setLooked({ row, at: Math.max(0, indexOf(refId(row.ref))), from, focus })
  const open = (row: ListRow): void => show(row, (id) => stopOfRow(id)?.focus())
  if (collection.upload === false) return { look: null, open, layer: null }

  function step(by: 1 | -1): void {
    const next = files[at + by]
    if (looked === null || next === undefined) return
    show(next, looked.focus, looked.from)
    announce(titleOf(next))
  }
  function close(): void {
    if (looked === null) return
    const { row, from, focus } = looked
    const id = refId(row.ref)
    setLooked(null)
    // The layer returns the focus to the file it was opened from, a frame later; then it moves on.
    if (id !== from) requestAnimationFrame(() => requestAnimationFrame(() => focus(id)))
  }
  return {
    look(id, focus) {
      const row = rows[indexOf(id)]
      if (row !== undefined) show(row, focus)
    },
    open,
    layer: shown !== undefined && of !== null && (
      <QuickLook
        of={of}
        title={titleOf(shown)}
        alt={altField(collection) === null ? '' : altOf(collection, shown, locale)}
        place={{ at: at + 1, count: files.length }}
        offline={options.offline}
        onStep={step}
        onOpen={() => options.onOpen(shown)}
        onClose={close}
      />
    ),
  }
}
