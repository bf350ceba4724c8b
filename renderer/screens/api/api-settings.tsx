import { useId, useState } from 'react'
import { DEPTH, type ApiQuestion } from '../../../shared/cms/api-view.ts'
import { useContentLocale } from '../../data/content-locale.tsx'
import { useT } from '../../i18n/use-t.ts'
import { Checkbox } from '../../ui/checkbox/checkbox.tsx'
import { describedBy, FieldFrame } from '../../ui/field-frame/field-frame.tsx'
import { NumberInput } from '../../ui/number-input/number-input.tsx'
import { Select } from '../../ui/select/select.tsx'
import { isDepth } from './api-params.ts'
import styles from './api-screen.module.css'

export type ApiSettingsProps = {
  question: ApiQuestion
  authenticated: boolean
  hasDrafts: boolean
  /** Reason that only the locale can be chosen; null: the others can be, too. */
  disabledReason: string | null
  onDraft: (draft: boolean) => void
  onDepth: (depth: number) => void
  onAuthenticated: (authenticated: boolean) => void
}

/** The settings of the question (S2.51-S2.54). */
export function ApiSettings(props: ApiSettingsProps) {
  const { question, authenticated, hasDrafts, disabledReason } = props
  const { t } = useT()
  const id = useId()
  const { locale, locales, setLocale } = useContentLocale()
  const isOff = disabledReason !== null
  return (
    <div role="group" aria-label={t('galley:api.settings')} className={styles['settings']}>
      {locale !== null && (
        <FieldFrame label={t('general:locale')} htmlFor={`${id}-locale`} group bar={false}>
          <Select
            id={`${id}-locale`}
            aria-labelledby={`${id}-locale-label`}
            options={locales.map(({ code, label }) => ({ value: code, label }))}
            value={locale}
            onChange={(code) => {
              if (code !== null) setLocale(code)
            }}
          />
        </FieldFrame>
      )}
      <DepthField id={`${id}-depth`} {...props} />
      <div className={styles['checks']}>
        {hasDrafts && (
          <Checkbox
            label={t('version:draft')}
            checked={question.draft}
            readOnly={isOff}
            onChange={props.onDraft}
            aria-describedby={isOff ? `${id}-off` : undefined}
          />
        )}
        <Checkbox
          label={t('authentication:authenticated')}
          checked={authenticated}
          readOnly={isOff}
          onChange={props.onAuthenticated}
          aria-describedby={isOff ? `${id}-off` : undefined}
        />
      </div>
      {isOff && (
        <p id={`${id}-off`} className={styles['hint']}>
          {disabledReason}
        </p>
      )}
    </div>
  )
}

function DepthField({ id, question, disabledReason, onDepth }: ApiSettingsProps & { id: string }) {
  const { t } = useT()
  const [last, setTyped] = useState<{ value: number | null; text: string; at: number } | null>(null)
  // Typed text is dropped when the depth was changed elsewhere.
  const typed = last !== null && (last.at === question.depth || last.value === question.depth) ? last : null
  const value = typed === null ? question.depth : typed.value
  const label = t('general:depth')
  const error =
    value === null || !Number.isInteger(value)
      ? t('validation:enterNumber')
      : value > DEPTH.max
        ? t('validation:greaterThanMax', { value, label, max: DEPTH.max })
        : value < DEPTH.min
          ? t('validation:lessThanMin', { value, label, min: DEPTH.min })
          : null
  return (
    <FieldFrame
      label={label}
      htmlFor={id}
      bar={false}
      description={t('galley:api.depthRange', { min: DEPTH.min, max: DEPTH.max })}
      error={error}
    >
      <NumberInput
        id={id}
        value={value}
        text={typed?.text ?? null}
        min={DEPTH.min}
        max={DEPTH.max}
        step={DEPTH.step}
        readOnly={disabledReason !== null}
        invalid={error !== null}
        aria-describedby={describedBy(id, { error, description: true })}
        onChange={(next, text) => {
          setTyped({ value: next, text, at: question.depth })
          if (isDepth(next)) onDepth(next)
        }}
      />
    </FieldFrame>
  )
}
