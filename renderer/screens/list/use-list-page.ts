import { useMemo } from 'react'
import { altField } from '../../../shared/cms/list-fields.ts'
import type { Collection } from '../../../shared/cms/schema-model.ts'
import type { ListRow } from '../../../shared/ipc.ts'
import { groupFields } from '../../../shared/lists/group-by.ts'
import type { ListChoice } from '../../../shared/lists/list-preference.ts'
import { useAccount } from '../../data/account-context.tsx'
import { callReason } from '../../data/failure-reasons.ts'
import { useFieldTypes } from '../../data/field-types-context.ts'
import { withState } from '../../data/list-address.ts'
import { useListPreference } from '../../data/list-preference.ts'
import { useLocalPreference } from '../../data/local-preference.ts'
import { cardWidthPreference, useColumnWidths, useListLayout } from '../../data/preferences.ts'
import { useConnection } from '../../data/queries.ts'
import { useList } from '../../data/use-list.ts'
import { useListState, type ListStateOnScreen } from '../../data/use-list-state.ts'
import { useLocks } from '../../data/use-locks.ts'
import { useSchedules } from '../../data/use-schedules.ts'
import { shownColumns } from '../../fields/document-columns/columns.ts'
import type { TableGroups } from '../../fields/document-table/list-table.tsx'
import { asksForMissingAlt } from '../../fields/file/file-texts.ts'
import { useFieldModules } from '../../fields/use-value-context.ts'
import { useT } from '../../i18n/use-t.ts'
import { useToast } from '../../ui/toast/toast-queue.ts'
import { useGroupedList } from './use-grouped-list.ts'

const NO_ROWS: ListRow[] = []

/** The list of a collection as the screen shows it: its state and preferences, and the rows of the page. */
export type ListOnScreen = ReturnType<typeof useListPage>

/** Reads the list of a collection: preferences, state of the address, and the rows with their locks and schedules. */
export function useListPage(collection: Collection) {
  const preference = useListPreference(collection.slug)
  const appearance = useListAppearance(collection)
  const onScreen = useListState(collection, preference.kept)
  const { state, query } = onScreen
  const chosen = state.columns
  const modules = useFieldModules()
  const columns = useMemo(() => shownColumns(modules, collection, chosen), [modules, collection, chosen])
  const { list, refresh } = useList(query, { ready: preference.kept !== undefined })
  const connection = useConnection()
  // The preference is read from this computer, too, so the list is not drawn without it first.
  const page = preference.kept === undefined ? undefined : list.data
  const types = useFieldTypes()
  const groupable = useMemo(() => groupFields(types, collection), [types, collection])
  const groupParam = state.groupBy ?? ''
  // A grid, and pictures without alternative text, cannot be grouped.
  const isInTable = !appearance.isGrid && !asksForMissingAlt(query.where)
  const groupField =
    (isInTable && groupable.find(({ path }) => path === groupParam.replace(/^-/, ''))) || null
  const grouped = useGroupedList(query, state.where, groupField, groupParam.startsWith('-'))
  const rows = grouped?.rows ?? page?.rows ?? NO_ROWS
  const locks = useLocks(useMemo(() => rows.map(({ ref }) => ref), [rows]))
  const schedules = useSchedules(collection, rows)
  const choices = useListChoices(onScreen, preference.choose)
  const { params } = onScreen
  const groups = useMemo(
    (): TableGroups | null =>
      grouped && {
        heads: grouped.heads,
        onToggle: grouped.toggle,
        hrefOf: (head) => `?${withState(params, { where: head.where, groupBy: null }).toString()}`,
      },
    [grouped, params],
  )
  return {
    onScreen,
    appearance,
    modules,
    columns,
    list,
    refresh,
    connection,
    page,
    total: page?.totalDocs ?? 0,
    isAltView: altField(collection) !== null && asksForMissingAlt(query.where),
    groupable,
    groupField,
    grouped,
    groups,
    rows,
    locks,
    schedules,
    ...choices,
  }
}

/** Returns the appearance of a list, as chosen on this computer: table or grid, widths of columns and cards. */
function useListAppearance(collection: Collection) {
  const { server } = useAccount()
  const [layout, setLayout] = useListLayout(server.id, collection)
  const [widths, setWidth, resetWidths] = useColumnWidths(server.id, collection.slug)
  const [cardWidth] = useLocalPreference(cardWidthPreference)
  const isGrid = collection.upload !== false && layout === 'grid'
  return { layout, setLayout, isGrid, widths, setWidth, resetWidths, cardWidth }
}

/** Returns the functions that change columns, page size and sort, and store them as the list's own. */
function useListChoices(
  { state, params, change }: ListStateOnScreen,
  store: (choice: ListChoice) => Promise<void>,
): { choose: (choice: ListChoice) => void; sortBy: (sort: string | null) => void } {
  const { t } = useT()
  const toast = useToast()
  /** Stores the choice for later visits, and updates the columns of an address that names them. */
  const choose = (choice: ListChoice) => {
    if (choice.columns !== undefined && params.has('columns')) change({ columns: choice.columns }, true)
    void store(choice).catch((error: unknown) =>
      toast.error(t('galley:sync.notDone', { reason: callReason(error, t) })),
    )
  }
  // Replaces the address, since going back would lead to the same list.
  const sortBy = (sort: string | null) => {
    change({ sort }, true)
    // The sort of a view is not stored as the list's own.
    if (state.view === null) choose({ sort })
  }
  return { choose, sortBy }
}
