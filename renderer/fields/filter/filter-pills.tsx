import { X } from 'lucide-react'
import { useMemo } from 'react'
import type { JsonObject } from '../../../shared/json.ts'
import { formOf, whereOfForm, type KeptRule, type Rule } from '../../../shared/lists/filter-form.ts'
import { textOfRule, type TextContext } from '../../../shared/lists/filter-text.ts'
import { relativeDate } from '../../../shared/lists/relative-date.ts'
import type { RelatedRef } from '../../../shared/cms/doc-ref.ts'
import { useDocumentTitles, type TitleOf } from '../../data/use-document-rows.ts'
import { writeRelative } from '../../i18n/dates.ts'
import { useT, type UseT } from '../../i18n/use-t.ts'
import { IconButton } from '../../ui/icon-button/icon-button.tsx'
import { storedStatusWord } from '../../ui/status-dot/status-words.ts'
import { filterFieldLabel, keptText, operatorLabel } from './filter-words.ts'
import styles from './filter-pills.module.css'

export type PillOfRule = {
  /** The rule as text: `Status equals Draft`. */
  said: string
  /**
   * The rule as it would be typed into the search; null if it cannot be typed, or if the filter has several
   * groups.
   */
  text: string | null
  /** The filter without this rule. */
  without: JsonObject | null
  /** True for the first rule of a second or later group. */
  isOther: boolean
}

/** Returns one pill for each rule of a filter. */
export function usePills(
  where: JsonObject | null,
  context: TextContext,
  locale: string | null,
): PillOfRule[] {
  const words = useT()
  const form = useMemo(() => formOf(where, context.fields), [where, context])
  const refs = useMemo(() => form.flat().flatMap((line) => refsOf(line, context)), [form, context])
  const titleOf = useDocumentTitles(refs, locale)
  return useMemo(
    () =>
      form.flatMap((lines, group) =>
        lines.map((line, index): PillOfRule => ({
          said: wordsOf(line, context, words, titleOf),
          text:
            'kept' in line || form.length > 1
              ? null
              : textOfRule(line, context, titled(line, context, titleOf)),
          without: whereOfForm(
            form.map((each, at) => (at === group ? each.filter((_, place) => place !== index) : each)),
          ),
          isOther: group > 0 && index === 0,
        })),
      ),
    [form, context, words, titleOf],
  )
}

/** A filter as pills: each can be removed, or moved into the search box as text. */
export function FilterPills({
  pills,
  onRemove,
  onEdit,
}: {
  pills: readonly PillOfRule[]
  onRemove: (pill: PillOfRule) => void
  /** `text`: as it is typed. */
  onEdit: (pill: PillOfRule, text: string) => void
}) {
  const { t } = useT()
  return (
    <ul aria-label={t('general:filters')} className={styles['pills']}>
      {pills.map((pill, at) => {
        const { said, text, isOther } = pill
        return (
          // Two rules may have the same text.
          <li key={`${at} ${said}`} className={styles['item']}>
            {isOther && <span className={styles['or']}>{t('general:or')}</span>}
            <span className={styles['pill']}>
              {text === null ? (
                <bdi className={styles['said']}>{said}</bdi>
              ) : (
                <button
                  type="button"
                  className={styles['said']}
                  title={text}
                  aria-label={t('galley:filters.edit', { rule: said })}
                  onClick={() => onEdit(pill, text)}
                >
                  <bdi>{said}</bdi>
                </button>
              )}
              <IconButton
                size="row"
                icon={X}
                label={t('galley:filters.remove', { rule: said })}
                onPress={() => onRemove(pill)}
              />
            </span>
          </li>
        )
      })}
    </ul>
  )
}

function fieldOf(line: Rule, { fields }: TextContext) {
  return fields.find(({ path }) => path === line.path)
}

function textsOf({ value }: Rule): string[] {
  return (Array.isArray(value) ? value : [value]).filter((item) => typeof item === 'string')
}

function slugOf(line: Rule, context: TextContext): string | null {
  const field = fieldOf(line, context)
  if (field?.value !== 'document' || line.operator === 'exists' || !('relationTo' in field.field)) return null
  return field.field.relationTo[0] ?? null
}

function refsOf(line: Rule | KeptRule, context: TextContext): RelatedRef[] {
  const slug = 'kept' in line ? null : slugOf(line, context)
  return slug === null || 'kept' in line ? [] : textsOf(line).map((id) => ({ slug, id }))
}

function titled(line: Rule, context: TextContext, titleOf: TitleOf): (id: string) => string | null {
  const slug = slugOf(line, context)
  return (id) => (slug === null ? null : titleOf(slug, id))
}

/** Returns a rule as text: `Status equals Draft`. */
function wordsOf(line: Rule | KeptRule, context: TextContext, words: UseT, titleOf: TitleOf): string {
  if ('kept' in line) return keptText(line.kept)
  const field = fieldOf(line, context)
  if (field === undefined) return line.path
  const { t, label, formatDate } = words
  const say = (text: string): string => {
    if (line.operator === 'exists' || field.value === 'tick')
      return t(text === 'true' ? 'general:true' : 'general:false')
    if (field.path === '_status') return storedStatusWord(text, t)
    const moving = field.value === 'date' ? relativeDate(line.operator, text) : null
    if (moving !== null) return writeRelative(moving, words.tag)
    if (field.value === 'date') return formatDate(text)
    if (field.value === 'document') return titled(line, context, titleOf)(text) ?? text
    const option = 'options' in field.field ? field.field.options.find(({ value }) => value === text) : null
    return option ? label(option.label) : text
  }
  const asked = `${filterFieldLabel(field, words)} ${operatorLabel(line.operator, words)}`
  return `${asked} ${textsOf(line).map(say).join(', ')}`
}
