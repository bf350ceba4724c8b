import { X } from 'lucide-react'
import { memo } from 'react'
import type { Operator } from '../../../shared/cms/where.ts'
import { operators } from '../../../shared/cms/where.ts'
import type { FilterField } from '../../../shared/lists/filter-fields.ts'
import { withField, withOperator, type KeptRule, type Rule } from '../../../shared/lists/filter-form.ts'
import { useT } from '../../i18n/use-t.ts'
import { IconButton } from '../../ui/icon-button/icon-button.tsx'
import { Select, type SelectOptionSpec } from '../../ui/select/select.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden/visually-hidden.tsx'
import { FilterValue } from './filter-value.tsx'
import { filterFieldLabel, keptText, operatorLabel } from './filter-words.ts'
import styles from './filter.module.css'

/** Options for the lines of a filter. */
export type LineChoices = {
  byPath: ReadonlyMap<string, FilterField>
  fields: SelectOptionSpec[]
  operators: (field: FilterField) => SelectOptionSpec[]
}

type LineProps = {
  id: string
  /** Key of the line in the form. */
  name: string
  rule: Rule | KeptRule
  choices: LineChoices
  locale: string | null
  onChange: (name: string, change: (rule: Rule) => Rule) => void
  onRemove: (name: string) => void
}

/** One line of a filter: field, operator and value, or a rule that cannot be shown as these. */
export const FilterLine = memo(function FilterLine(props: LineProps) {
  const { rule, choices } = props
  if ('kept' in rule) return <KeptLine {...props} rule={rule} />
  const field = choices.byPath.get(rule.path)
  return field === undefined ? null : <RuleLine {...props} rule={rule} field={field} />
})

function RuleLine(props: LineProps & { rule: Rule; field: FilterField }) {
  const { id, name, rule, field, choices, locale, onChange } = props
  const words = useT()
  const said = `${filterFieldLabel(field, words)} ${operatorLabel(rule.operator, words)}`
  return (
    <div role="group" aria-label={said} className={styles['line']}>
      <WhatIsAsked
        id={id}
        name={name}
        field={field}
        operator={rule.operator}
        choices={choices}
        onChange={onChange}
      />
      <div className={styles['input']}>
        <VisuallyHidden>
          <span id={`${id}-value-label`}>{said}</span>
        </VisuallyHidden>
        <FilterValue
          // Another field or operator needs a new input.
          key={`${rule.path} ${rule.operator}`}
          id={`${id}-value`}
          field={field}
          operator={rule.operator}
          value={rule.value}
          onChange={(value) => onChange(name, (before) => ({ ...before, value }))}
          locale={locale}
        />
      </div>
      <RemoveButton {...props} said={said} className={styles['remove']} />
    </div>
  )
}

type AskedProps = Pick<LineProps, 'id' | 'name' | 'choices' | 'onChange'> & {
  field: FilterField
  operator: Operator
}

/** Field and operator; memoized, so that typing the value does not redraw them. */
const WhatIsAsked = memo(function WhatIsAsked({ id, name, field, operator, choices, onChange }: AskedProps) {
  const { t } = useT()
  return (
    <>
      <div className={styles['field']}>
        <Select
          id={`${id}-field`}
          label={t('galley:filters.field')}
          options={choices.fields}
          value={field.path}
          onChange={(path) => {
            const next = choices.byPath.get(path ?? '')
            if (next !== undefined && next !== field) onChange(name, (rule) => withField(rule, field, next))
          }}
        />
      </div>
      <div className={styles['operator']}>
        <Select
          label={t('galley:filters.operator')}
          options={choices.operators(field)}
          value={operator}
          onChange={(chosen) => {
            const next = operators.find((one) => one === chosen)
            if (next !== undefined) onChange(name, (rule) => withOperator(rule, next, field))
          }}
        />
      </div>
    </>
  )
})

/** A rule that can only be removed as a whole. */
function KeptLine(props: LineProps & { rule: KeptRule }) {
  const text = keptText(props.rule.kept)
  return (
    <div role="group" aria-label={text} className={styles['kept']}>
      <bdi dir="ltr">{text}</bdi>
      <RemoveButton {...props} said={text} />
    </div>
  )
}

type RemoveProps = Pick<LineProps, 'id' | 'name' | 'onRemove'> & {
  /** The line as text. */
  said: string
  className?: string | undefined
}

function RemoveButton({ id, name, said, onRemove, className }: RemoveProps) {
  const { t } = useT()
  return (
    <IconButton
      id={`${id}-remove`}
      size="form"
      icon={X}
      label={t('galley:filters.remove', { rule: said })}
      onPress={() => onRemove(name)}
      {...(className !== undefined && { className })}
    />
  )
}
