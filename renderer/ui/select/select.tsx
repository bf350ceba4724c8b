import { Check, ChevronDown, Search, X } from 'lucide-react'
import { useRef, type ReactNode } from 'react'
import {
  Autocomplete,
  Button,
  Input,
  ListBox,
  ListBoxItem,
  SearchField,
  Select as RacSelect,
  SelectValue,
  useFilter,
  type Key,
} from 'react-aria-components'
import { useT } from '../../i18n/use-t.ts'
import { Chips, type ChipsProps } from '../chips/chips.tsx'
import { cx } from '../class-names.ts'
import { usePastFirstFrame } from '../first-frame/use-past-first-frame.ts'
import { Icon } from '../icon/icon.tsx'
import { Popover } from '../popover/popover.tsx'
import { VisuallyHidden } from '../visually-hidden/visually-hidden.tsx'
import inputStyles from '../text-input/input-box.module.css'
import styles from './select.module.css'

/** Most options without a search field. */
const SEARCHED_ABOVE = 12

/** `content`: drawn instead of the label. */
export type SelectOptionSpec = { value: string; label: string; content?: ReactNode }

type CommonProps = {
  /** Accessible name; where a visible label exists, its id as `aria-labelledby` instead. */
  label?: string
  'aria-labelledby'?: string
  'aria-describedby'?: string | undefined
  id?: string
  options: SelectOptionSpec[]
  onBlur?: () => void
  clearable?: boolean
  placeholder?: string | undefined
  readOnly?: boolean
  invalid?: boolean
  required?: boolean
  size?: 'form' | 'header'
}
export type SelectProps = CommonProps &
  (
    | {
        multiple?: false
        value: string | null
        onChange: (value: string | null) => void
        /** True: drawn as an outline in its first frame, since React Aria's select would delay that. */
        isDeferred?: boolean
      }
    | {
        multiple: true
        value: string[]
        onChange: (value: string[]) => void
        /** False if the user cannot order the values; true by default. */
        sortable?: boolean
      }
  )

/**
 * A select for one or several values in a popover; typing finds an option, in a long list by any part of its label.
 * Values without an option are shown unchanged.
 */
export function Select(props: SelectProps) {
  const isDeferred = props.multiple !== true && props.isDeferred === true
  const isPast = usePastFirstFrame(isDeferred)
  return isDeferred && !isPast ? <SelectOutline {...props} /> : <UsableSelect {...props} />
}

/** The box of a select with its value, of the same size; it cannot be used. */
function SelectOutline(props: SelectProps) {
  const { t } = useT()
  const [value] = chosenIn(props)
  const option = props.options.find((one) => one.value === value)
  const content = option?.content ?? option?.label ?? value ?? props.placeholder ?? t('general:selectValue')
  return (
    <div className={styles['select']}>
      <div className={cx(inputStyles['box'], styles['trigger'])}>
        <span className={cx(styles['value'], value === undefined && styles['placeholder'])}>{content}</span>
        <Icon icon={ChevronDown} />
      </div>
    </div>
  )
}

function UsableSelect(props: SelectProps) {
  const { t, formatList } = useT()
  const trigger = useRef<HTMLButtonElement>(null)
  const many = props.multiple === true
  const { clearable = false, readOnly = false, invalid = false, size = 'form' } = props
  const chosen = chosenIn(props)
  const empty = chosen.length === 0
  const labelOf = (value: string) => props.options.find((option) => option.value === value)?.label ?? value
  const contentOf = (value: string) => props.options.find((option) => option.value === value)?.content
  const change = (next: Key | null | Key[]) => changeTo(props, next)
  const shared = selectProps(props)
  const clear = clearable && !empty && !readOnly
  const content = (
    <>
      <Button
        className={cx(
          inputStyles['box'],
          size === 'header' && inputStyles['small'],
          invalid && inputStyles['bad'],
          readOnly && inputStyles['readonly'],
          styles['trigger'],
          clear && styles['with-clear'],
          many && !empty && styles['under'],
        )}
        ref={trigger}
        {...(props.id !== undefined && { id: props.id })}
      >
        <SelectValue className={cx(styles['value'], empty && styles['placeholder'])}>
          {empty ? (
            (props.placeholder ?? t('general:selectValue'))
          ) : many ? (
            <VisuallyHidden>{formatList(chosen.map(labelOf))}</VisuallyHidden>
          ) : (
            (contentOf(chosen[0] ?? '') ?? labelOf(chosen[0] ?? ''))
          )}
        </SelectValue>
        <Icon icon={ChevronDown} />
      </Button>
      {props.multiple && !empty && (
        <ChosenChips
          labels={chosen.map(labelOf)}
          labelledBy={props['aria-labelledby']}
          isClearable={clear}
          {...(!readOnly && {
            onRemove: (index) => props.onChange(chosen.toSpliced(index, 1)),
            onLeave: () => trigger.current?.focus(),
          })}
          {...(!readOnly &&
            props.sortable !== false && { onMove: (from, to) => props.onChange(moved(chosen, from, to)) })}
        />
      )}
      {clear && (
        // Outside of the select's own button, since pressing it must not open the list.
        <Button
          slot={null}
          aria-label={`${t('general:clear')} ${props.label ?? ''}`.trim()}
          className={cx(inputStyles['tool'], styles['clear'])}
          onPress={() => change(props.multiple ? [] : null)}
        >
          <Icon icon={X} size="small" />
        </Button>
      )}
      <OptionsPopover options={props.options} chosen={chosen} />
    </>
  )
  return props.multiple ? (
    <RacSelect {...shared} selectionMode="multiple" value={chosen} onChange={change}>
      {content}
    </RacSelect>
  ) : (
    <RacSelect {...shared} value={chosen[0] ?? null} onChange={change}>
      {content}
    </RacSelect>
  )
}

function chosenIn(props: SelectProps): string[] {
  if (props.multiple) return props.value
  return props.value === null ? [] : [props.value]
}

/** Reports the chosen keys, in the form that the select has its value in. */
function changeTo(props: SelectProps, next: Key | null | Key[]): void {
  if (props.multiple) {
    const chosen = props.value
    const keys = (Array.isArray(next) ? next : next === null ? [] : [next]).map(String)
    // Chosen values keep their order; new ones go to the end.
    props.onChange([
      ...chosen.filter((value) => keys.includes(value)),
      ...keys.filter((key) => !chosen.includes(key)),
    ])
  } else {
    props.onChange(next === null || Array.isArray(next) ? null : String(next))
  }
}

/** Returns the props of a select for one value and for several. */
function selectProps(props: SelectProps) {
  const { readOnly = false, invalid = false } = props
  return {
    className: cx(styles['select'], props.multiple === true && styles['many']),
    isDisabled: readOnly,
    isInvalid: invalid,
    isRequired: props.required ?? false,
    ...(props.label !== undefined && { 'aria-label': props.label }),
    ...(props['aria-labelledby'] !== undefined && { 'aria-labelledby': props['aria-labelledby'] }),
    ...(props['aria-describedby'] !== undefined && { 'aria-describedby': props['aria-describedby'] }),
    ...(props.onBlur !== undefined && { onBlur: props.onBlur }),
  }
}

type ChosenChipsProps = Pick<ChipsProps, 'labels' | 'onRemove' | 'onLeave' | 'onMove'> & {
  labelledBy: string | undefined
  /** True if a button that clears the select is beside them. */
  isClearable: boolean
}

/** The chosen values of a select: over its button and not in it, so that each can be focused, moved and removed. */
function ChosenChips({ labelledBy, isClearable, ...chips }: ChosenChipsProps) {
  return (
    <div className={cx(styles['chosen'], isClearable && styles['with-clear'])}>
      <Chips aria-labelledby={labelledBy} {...chips} />
    </div>
  )
}

/** The options, with a search field if there are many. */
function OptionsPopover({ options: offered, chosen }: { options: SelectOptionSpec[]; chosen: string[] }) {
  const { t } = useT()
  const { contains } = useFilter({ sensitivity: 'base' })
  const unknown = chosen.filter((value) => !offered.some((option) => option.value === value))
  const options: SelectOptionSpec[] = [...offered, ...unknown.map((value) => ({ value, label: value }))]
  const list = (
    <ListBox
      className={styles['list'] ?? ''}
      renderEmptyState={() => <span className={styles['none']}>{t('general:noOptions')}</span>}
    >
      {options.map((option) => (
        <ListBoxItem
          key={option.value}
          id={option.value}
          textValue={option.label}
          className={styles['option'] ?? ''}
        >
          <span className={styles['check']}>
            {chosen.includes(option.value) && <Icon icon={Check} size="small" />}
          </span>
          {option.content ?? option.label}
        </ListBoxItem>
      ))}
    </ListBox>
  )
  return (
    <Popover className={styles['popover']}>
      {options.length > SEARCHED_ABOVE ? (
        <Autocomplete filter={contains}>
          <SearchField
            aria-label={t('galley:inputs.searchOptions')}
            autoFocus
            className={styles['search'] ?? ''}
          >
            <Icon icon={Search} size="small" />
            <Input placeholder={t('galley:inputs.searchOptions')} className={styles['typed'] ?? ''} />
          </SearchField>
          {list}
        </Autocomplete>
      ) : (
        list
      )}
    </Popover>
  )
}

function moved(values: readonly string[], from: number, to: number): string[] {
  const value = values[from]
  return value === undefined ? [...values] : values.toSpliced(from, 1).toSpliced(to, 0, value)
}
