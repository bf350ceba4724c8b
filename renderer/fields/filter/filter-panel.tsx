import { Plus, X } from 'lucide-react'
import { Fragment, memo, useCallback, useEffect, useId, useLayoutEffect, useMemo, useRef } from 'react'
import type { JsonObject } from '../../../shared/json.ts'
import type { FilterField } from '../../../shared/lists/filter-fields.ts'
import { newRule, type Rule } from '../../../shared/lists/filter-form.ts'
import { useT } from '../../i18n/use-t.ts'
import { Button } from '../../ui/button/button.tsx'
import { announce } from '../../ui/live-region/announce.ts'
import { FilterLine, type LineChoices } from './filter-line.tsx'
import { filterFieldLabel, operatorLabel } from './filter-words.ts'
import styles from './filter.module.css'
import { newKey, useFilterForm, type Group } from './use-filter-form.ts'

export type FilterPanelProps = {
  id: string
  /** Label of the collection's documents. */
  label: string
  locale: string | null
  where: JsonObject | null
  onChange: (where: JsonObject | null) => void
  hidden: boolean
  /** The fields that can be filtered. Must be the same array in each render. */
  fields: readonly FilterField[]
  /** A filter as it could be typed into the search; null if the list has no such search. */
  example: string | null
}

/**
 * The form of a list's filter (S3.39): a document must match all lines of at least one group. Typed values stay in this
 * component until a pause, and only then does the list change.
 */
export const FilterPanel = memo(function FilterPanel(props: FilterPanelProps) {
  const { id, label, locale, hidden, fields, example } = props
  const words = useT()
  const { t } = words
  const choices = useMemo(
    (): LineChoices => ({
      byPath: new Map(fields.map((field) => [field.path, field])),
      fields: fields.map((field) => ({ value: field.path, label: filterFieldLabel(field, words) })),
      operators: (field) =>
        field.operators.map((operator) => ({ value: operator, label: operatorLabel(operator, words) })),
    }),
    [fields, words],
  )
  const base = useId()
  const { groups, change, remove, add, clear } = useFilterLines(base, props)
  const [first] = fields

  return (
    <section id={id} hidden={hidden} aria-label={t('general:filters')} className={styles['panel']}>
      {groups.length === 0 ? (
        <NoFilters
          addId={`${base}add`}
          example={example}
          onAdd={first === undefined ? null : () => add(first, null)}
        />
      ) : (
        <>
          <p className={styles['title']}>{t('general:filterWhere', { label })}</p>
          {groups.map((group, at) => (
            <Fragment key={group.key}>
              {at > 0 && <p className={styles['or']}>{t('general:or')}</p>}
              <ul className={styles['group']}>
                {group.lines.map((line, index) => (
                  <li key={line.key} className={styles['row']}>
                    <span className={styles['word']}>{index > 0 && t('general:and')}</span>
                    <FilterLine
                      id={`${base}${line.key}`}
                      name={line.key}
                      rule={line.rule}
                      choices={choices}
                      locale={locale}
                      onChange={change}
                      onRemove={remove}
                    />
                  </li>
                ))}
              </ul>
              <GroupFoot
                isLast={at === groups.length - 1}
                onAnd={first === undefined ? null : () => add(first, group)}
                onOr={first === undefined ? null : () => add(first, null)}
                onClear={clear}
              />
            </Fragment>
          ))}
        </>
      )}
    </section>
  )
})

/** The lines of the filter and their changes. `base`: the beginning of all element ids. */
function useFilterLines(
  base: string,
  { where, fields, onChange }: Pick<FilterPanelProps, 'where' | 'fields' | 'onChange'>,
) {
  const { t } = useT()
  const { groups, setGroups } = useFilterForm({ where, fields, onChange })
  const focusNext = useFocusNext()
  const latest = useRef(groups)
  useEffect(() => {
    latest.current = groups
  })

  // The same function in each render, so that typing in one line redraws no other.
  const change = useCallback(
    (key: string, next: (rule: Rule) => Rule) => setGroups((before) => inEach(before, key, next)),
    [setGroups],
  )
  const remove = useCallback(
    (key: string) => {
      const lines = latest.current.flatMap((group) => group.lines)
      const at = lines.findIndex((line) => line.key === key)
      const neighbour = lines[at + 1] ?? lines[at - 1]
      focusNext(neighbour === undefined ? `${base}add` : `${base}${neighbour.key}-remove`)
      setGroups((before) => inEach(before, key, null))
      announce(t('galley:filters.removed', { count: lines.length - 1 }))
    },
    [base, focusNext, setGroups, t],
  )
  /** Adds a line at the end of a group, or in a new group. */
  const add = (field: FilterField, group: Group | null) => {
    const line = { key: newKey(), rule: newRule(field) }
    focusNext(`${base}${line.key}-field`)
    setGroups(
      group === null
        ? [...groups, { key: newKey(), lines: [line] }]
        : groups.map((one) => (one === group ? { ...one, lines: [...one.lines, line] } : one)),
    )
  }
  const clear = () => {
    focusNext(`${base}add`)
    setGroups([])
    announce(t('galley:filters.removed', { count: 0 }))
  }
  return { groups, change, remove, add, clear }
}

type NoFiltersProps = {
  /** Element id of the button that adds a line. */
  addId: string
  example: string | null
  onAdd: (() => void) | null
}

function NoFilters({ addId, example, onAdd }: NoFiltersProps) {
  const { t } = useT()
  return (
    <div className={styles['none']}>
      <p>{t('general:noFiltersSet')}</p>
      {example !== null && (
        <p className={styles['hint']}>
          {t('galley:filters.typeHint')} <bdi dir="ltr">{example}</bdi>
        </p>
      )}
      {onAdd !== null && (
        <Button id={addId} size="row" variant="quiet" icon={Plus} onPress={onAdd}>
          {t('general:addFilter')}
        </Button>
      )}
    </div>
  )
}

type GroupFootProps = {
  isLast: boolean
  onAnd: (() => void) | null
  onOr: (() => void) | null
  onClear: () => void
}

/** The buttons below a group; those of the whole filter are below the last one. */
function GroupFoot({ isLast, onAnd, onOr, onClear }: GroupFootProps) {
  const { t } = useT()
  return (
    <div className={styles['foot']}>
      {onAnd !== null && (
        <Button size="row" variant="quiet" icon={Plus} onPress={onAnd}>
          {t('general:and')}
        </Button>
      )}
      {isLast && (
        <>
          {onOr !== null && (
            <Button size="row" variant="quiet" icon={Plus} onPress={onOr}>
              {t('general:or')}
            </Button>
          )}
          <Button size="row" variant="quiet" icon={X} onPress={onClear} className={styles['clear']}>
            {t('galley:filters.clear')}
          </Button>
        </>
      )}
    </div>
  )
}

/** Changes or removes one line in all groups; an empty group is removed. */
function inEach(groups: readonly Group[], key: string, change: ((rule: Rule) => Rule) | null): Group[] {
  return groups
    .map((group) =>
      group.lines.every((line) => line.key !== key)
        ? group
        : {
            ...group,
            lines: group.lines.flatMap((line) => {
              if (line.key !== key) return [line]
              if (change === null) return []
              return 'kept' in line.rule ? [line] : [{ ...line, rule: change(line.rule) }]
            }),
          },
    )
    .filter(({ lines }) => lines.length > 0)
}

/** Returns a function that focuses an element by its id, once it is drawn. */
function useFocusNext(): (id: string) => void {
  const wanted = useRef<string | null>(null)
  useLayoutEffect(() => {
    if (wanted.current === null) return
    document.getElementById(wanted.current)?.focus()
    wanted.current = null
  })
  return useCallback((id: string) => {
    wanted.current = id
  }, [])
}
