import { ChevronDown, ChevronRight } from 'lucide-react'
import { memo } from 'react'
import type { Json } from '../../../../shared/json.ts'
import { WITHHELD } from '../../../../shared/cms/api-view.ts'
import { useT } from '../../../i18n/use-t.ts'
import { cx } from '../../../ui/class-names.ts'
import { Icon } from '../../../ui/icon/icon.tsx'
import styles from './json-tree.module.css'
import type { JsonLine } from './json-tree.ts'
import { blockType, valueText } from './line-text.ts'

export type JsonLineRowProps = {
  line: JsonLine
  index: number
  top: number
  id: string
  isActive: boolean
  isFound: boolean
}

/**
 * One line of JSON. Keys and values are isolated text, so that right-to-left ones do not reorder the line.
 */
export const JsonLineRow = memo(function JsonLineRow(props: JsonLineRowProps) {
  const { line, index, top, id, isActive, isFound } = props
  const { t } = useT()
  const { kind, path, value, position, siblings } = line
  const canFold = kind === 'open' || kind === 'closed'
  const key = path.at(-1)
  const style = { insetBlockStart: top, paddingInlineStart: `calc(4.25rem + ${path.length} * 1rem)` }
  const className = cx(styles['line'], isActive && styles['active'], isFound && styles['found'])
  const content = (
    <>
      {typeof key === 'string' && kind !== 'close' && (
        <>
          <bdi dir="ltr" className={styles['key']}>
            {JSON.stringify(key)}
          </bdi>
          {': '}
        </>
      )}
      <LineValue kind={kind} value={value} />
      {kind !== 'open' && position < siblings - 1 && ','}
    </>
  )
  if (kind === 'close') {
    return (
      <div aria-hidden="true" data-line={index} data-number={index + 1} className={className} style={style}>
        {content}
      </div>
    )
  }
  return (
    <div
      role="treeitem"
      id={id}
      data-line={index}
      data-number={index + 1}
      aria-level={path.length + 1}
      aria-posinset={position + 1}
      aria-setsize={siblings}
      aria-selected={isActive}
      {...(canFold && { 'aria-expanded': kind === 'open' })}
      aria-labelledby={`${id}-said`}
      className={className}
      style={style}
    >
      {canFold && (
        <button
          type="button"
          tabIndex={-1}
          aria-label={t('galley:api.toggle')}
          data-fold=""
          className={styles['toggle']}
        >
          <Icon icon={kind === 'open' ? ChevronDown : ChevronRight} size="small" />
        </button>
      )}
      <span id={`${id}-said`}>{content}</span>
    </div>
  )
})

function LineValue({ kind, value }: { kind: JsonLine['kind']; value: Json }) {
  const { t } = useT()
  const [start, end] = Array.isArray(value) ? '[]' : '{}'
  switch (kind) {
    case 'open':
      return start
    case 'close':
      return end
    case 'empty':
      return `${start}${end}`
    case 'closed':
      return <Folded value={value} start={start} end={end} />
    case 'value': {
      if (value === WITHHELD) return <span className={styles['note']}>{t('galley:api.withheld')}</span>
      const { text, isCut } = valueText(value)
      return (
        <>
          <bdi dir="ltr" className={styles[toneOf(value)]}>
            {text}
          </bdi>
          {isCut && (
            <span className={styles['note']}>
              {' '}
              {t('galley:api.cut', { count: typeof value === 'string' ? value.length : 0 })}
            </span>
          )}
        </>
      )
    }
  }
}

function Folded({ value, start, end }: { value: Json; start: string | undefined; end: string | undefined }) {
  const { t } = useT()
  const type = blockType(value)
  const count = Array.isArray(value) ? value.length : Object.keys(value ?? {}).length
  return (
    <>
      {start}{' '}
      <span className={styles['note']}>
        {type !== null && <bdi dir="ltr">{`"blockType": ${type}, `}</bdi>}
        {Array.isArray(value) ? t('galley:api.items', { count }) : t('galley:api.keys', { count })}
      </span>{' '}
      {end}
    </>
  )
}

function toneOf(value: Json): 'null' | 'string' | 'boolean' | 'number-value' {
  if (value === null) return 'null'
  return typeof value === 'number' ? 'number-value' : typeof value === 'string' ? 'string' : 'boolean'
}
