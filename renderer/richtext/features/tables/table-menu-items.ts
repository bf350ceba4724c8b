import {
  AlignVerticalJustifyCenter,
  BetweenHorizontalEnd,
  BetweenHorizontalStart,
  BetweenVerticalEnd,
  BetweenVerticalStart,
  MoveHorizontal,
  PaintBucket,
  PanelLeft,
  PanelTop,
  Table,
  TableCellsMerge,
  TableCellsSplit,
  Trash2,
} from 'lucide-react'
import type { LexicalEditor } from 'lexical'
import type { UseT } from '../../../i18n/use-t.ts'
import type { MenuItemSpec, SubmenuSpec } from '../../../ui/menu-button/menu-items.tsx'
import { CELL_COLOURS, cellColour } from './cell-colours.ts'
import {
  $alignCells,
  $colourCells,
  $deleteColumns,
  $deleteRows,
  $deleteTable,
  $forgetWidths,
  $insertColumns,
  $insertRows,
  $mergeSelected,
  $splitSelected,
  $toggleFrozen,
  $toggleHeaders,
  $toggleStriping,
} from './table-actions.ts'
import type { TableState } from './table-actions.ts'

/**
 * Returns the items of the table's menu: for the selected cells, their rows and columns, and the whole table.
 */
export function tableMenuItems(
  editor: LexicalEditor,
  words: UseT,
  state: TableState,
  /** Puts the focus on the handle of the column. */
  onWidth: () => void,
): (MenuItemSpec | SubmenuSpec)[] {
  const { t } = words
  const menu: TableMenu = { words, state, act: ($change) => () => editor.update($change) }
  return [
    ...mergeItems(menu),
    ...headerItems(menu),
    ...insertItems(menu),
    {
      id: 'width',
      label: t('galley:richTextTables.width'),
      icon: MoveHorizontal,
      line: true,
      onAction: onWidth,
    },
    alignMenu(menu),
    {
      id: 'colour',
      label: t('galley:richTextTables.colour'),
      icon: PaintBucket,
      choice: true,
      items: colourItems(menu),
    },
    wholeTableMenu(menu),
    ...deleteItems(menu),
  ]
}

type TableMenu = {
  words: UseT
  state: TableState
  /** Returns the action of an item. */
  act: ($change: () => void) => () => void
}

function mergeItems({ words: { t }, state, act }: TableMenu): MenuItemSpec[] {
  return [
    ...(state.canMerge
      ? [
          {
            id: 'merge',
            label: t('galley:richTextTables.merge'),
            icon: TableCellsMerge,
            onAction: act($mergeSelected),
          },
        ]
      : []),
    ...(state.canSplit
      ? [
          {
            id: 'split',
            label: t('galley:richTextTables.split'),
            icon: TableCellsSplit,
            onAction: act($splitSelected),
          },
        ]
      : []),
  ]
}

function headerItems({ words: { t }, state, act }: TableMenu): MenuItemSpec[] {
  return [
    {
      id: 'headerRow',
      label: state.isHeaderRow
        ? t('galley:richTextTables.noHeaderRow')
        : t('galley:richTextTables.headerRow'),
      icon: PanelTop,
      line: state.canMerge || state.canSplit,
      onAction: act(() => $toggleHeaders('row')),
    },
    {
      id: 'headerColumn',
      label: state.isHeaderColumn
        ? t('galley:richTextTables.noHeaderColumn')
        : t('galley:richTextTables.headerColumn'),
      icon: PanelLeft,
      onAction: act(() => $toggleHeaders('column')),
    },
  ]
}

/** Returns a text with the number of selected rows or columns, if there are several. */
function many({ formatNumber }: UseT, text: string, count: number): string {
  return count > 1 ? `${text} × ${formatNumber(count)}` : text
}

function insertItems({ words, state, act }: TableMenu): MenuItemSpec[] {
  const { t } = words
  const { rows, columns } = state
  return [
    {
      id: 'rowBefore',
      label: many(words, t('galley:richTextTables.rowBefore'), rows),
      icon: BetweenHorizontalEnd,
      line: true,
      onAction: act(() => $insertRows('before')),
    },
    {
      id: 'rowAfter',
      label: many(words, t('galley:richTextTables.rowAfter'), rows),
      icon: BetweenHorizontalStart,
      onAction: act(() => $insertRows('after')),
    },
    {
      id: 'columnBefore',
      label: many(words, t('galley:richTextTables.columnBefore'), columns),
      icon: BetweenVerticalEnd,
      onAction: act(() => $insertColumns('before')),
    },
    {
      id: 'columnAfter',
      label: many(words, t('galley:richTextTables.columnAfter'), columns),
      icon: BetweenVerticalStart,
      onAction: act(() => $insertColumns('after')),
    },
  ]
}

function alignMenu({ words: { t }, state, act }: TableMenu): SubmenuSpec {
  const alignItem = (align: 'top' | 'middle' | 'bottom', label: string): MenuItemSpec => ({
    id: align,
    label,
    current: state.align === align,
    onAction: act(() => $alignCells(align)),
  })
  return {
    id: 'align',
    label: t('galley:richTextTables.align'),
    icon: AlignVerticalJustifyCenter,
    choice: true,
    items: [
      alignItem('top', t('galley:richTextTables.top')),
      alignItem('middle', t('galley:richTextTables.middle')),
      alignItem('bottom', t('galley:richTextTables.bottom')),
    ],
  }
}

function colourItems({ words: { t }, state, act }: TableMenu): MenuItemSpec[] {
  const names = {
    grey: t('galley:richTextTables.colours.grey'),
    blue: t('galley:richTextTables.colours.blue'),
    green: t('galley:richTextTables.colours.green'),
    amber: t('galley:richTextTables.colours.amber'),
    red: t('galley:richTextTables.colours.red'),
  }
  const { colour } = state
  const own = colour == null ? null : cellColour(colour)
  return [
    {
      id: 'none',
      label: t('galley:richTextTables.colours.none'),
      current: colour === null,
      onAction: act(() => $colourCells(null)),
    },
    ...(['grey', 'blue', 'green', 'amber', 'red'] as const).map((name): MenuItemSpec => ({
      id: name,
      label: names[name],
      swatch: CELL_COLOURS[name],
      current: own === name,
      onAction: act(() => $colourCells(CELL_COLOURS[name])),
    })),
    // A stored colour that is not offered is shown as current until another one is chosen.
    ...(colour != null && own === null
      ? [
          {
            id: 'other',
            label: t('galley:richTextTables.colours.other', { colour }),
            swatch: colour,
            current: true,
            onAction: () => undefined,
          },
        ]
      : []),
  ]
}

function wholeTableMenu({ words: { t }, state, act }: TableMenu): SubmenuSpec {
  return {
    id: 'table',
    label: t('galley:richTextTables.wholeTable'),
    icon: Table,
    line: true,
    items: [
      {
        id: 'striped',
        label: state.isStriped ? t('galley:richTextTables.noStriped') : t('galley:richTextTables.striped'),
        onAction: act($toggleStriping),
      },
      {
        id: 'frozenRow',
        label: state.isRowFrozen
          ? t('galley:richTextTables.noFrozenRow')
          : t('galley:richTextTables.frozenRow'),
        onAction: act(() => $toggleFrozen('row')),
      },
      {
        id: 'frozenColumn',
        label: state.isColumnFrozen
          ? t('galley:richTextTables.noFrozenColumn')
          : t('galley:richTextTables.frozenColumn'),
        onAction: act(() => $toggleFrozen('column')),
      },
      ...(state.hasWidths
        ? [
            {
              id: 'automatic',
              label: t('galley:richTextTables.automatic'),
              line: true,
              onAction: act($forgetWidths),
            },
          ]
        : []),
    ],
  }
}

function deleteItems({ words, state, act }: TableMenu): MenuItemSpec[] {
  const { t } = words
  const { rows, columns } = state
  return [
    {
      id: 'deleteRow',
      label: many(words, t('galley:richTextTables.deleteRow'), rows),
      icon: Trash2,
      danger: true,
      onAction: act($deleteRows),
    },
    {
      id: 'deleteColumn',
      label: many(words, t('galley:richTextTables.deleteColumn'), columns),
      icon: Trash2,
      danger: true,
      onAction: act($deleteColumns),
    },
    {
      id: 'deleteTable',
      label: t('galley:richTextTables.deleteTable'),
      icon: Trash2,
      danger: true,
      onAction: act($deleteTable),
    },
  ]
}
