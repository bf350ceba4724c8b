import { Check, ChevronDown, ChevronUp } from 'lucide-react'
import { useId, useState } from 'react'
import type { ContentLocaleOption } from '../../data/content-locale.tsx'
import { useT } from '../../i18n/use-t.ts'
import { Checkbox } from '../../ui/checkbox/checkbox.tsx'
import { Icon } from '../../ui/icon/icon.tsx'
import styles from './compare.module.css'

type CompareBarProps = {
  modifiedOnly: boolean
  onModifiedOnly: (next: boolean) => void
  /** The locales that the person is offered; none without localization. */
  locales: readonly ContentLocaleOption[]
  shown: readonly string[]
  onLocales: (codes: string[]) => void
}

/** The bar of a comparison: changes or everything (S2.26), and the locales (S2.27). */
export function CompareBar({ modifiedOnly, onModifiedOnly, locales, shown, onLocales }: CompareBarProps) {
  const { t } = useT()
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const toggle = (code: string): void =>
    onLocales(locales.flatMap((one) => (shown.includes(one.code) !== (one.code === code) ? [one.code] : [])))
  return (
    <div className={styles['bar']}>
      <h2 tabIndex={-1} className={styles['heading']}>
        {t('version:compareVersions')}
      </h2>
      <Checkbox label={t('version:modifiedOnly')} checked={modifiedOnly} onChange={onModifiedOnly} />
      {locales.length > 0 && (
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          className={styles['toggle']}
          onClick={() => setOpen(!isOpen)}
        >
          {t('general:locales')}: <bdi>{shown.join(', ')}</bdi>
          <Icon icon={isOpen ? ChevronUp : ChevronDown} size="small" />
        </button>
      )}
      <div
        id={id}
        role="group"
        aria-label={t('version:selectLocales')}
        hidden={!isOpen || locales.length === 0}
        className={styles['locales']}
      >
        {locales.map(({ code, label }) => (
          <button
            key={code}
            type="button"
            aria-pressed={shown.includes(code)}
            className={styles['toggle']}
            onClick={() => toggle(code)}
          >
            {shown.includes(code) && <Icon icon={Check} size="small" />}
            <bdi>{label}</bdi>
          </button>
        ))}
      </div>
    </div>
  )
}
