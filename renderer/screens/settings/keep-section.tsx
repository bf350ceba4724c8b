import { useState } from 'react'
import { callReason } from '../../data/failure-reasons.ts'
import { usePolicy } from '../../data/policy.ts'
import { useConfigurePrefetch, usePrefetch } from '../../data/prefetch.ts'
import { prefetchWords } from '../../data/prefetch-words.ts'
import { useT } from '../../i18n/use-t.ts'
import { Checkbox } from '../../ui/checkbox/checkbox.tsx'
import { NumberInput } from '../../ui/number-input/number-input.tsx'
import { RadioGroup } from '../../ui/radio-group/radio-group.tsx'
import { useToast } from '../../ui/toast/toast-queue.ts'
import { KeptDocuments } from './kept-documents.tsx'
import type { PrefetchSettings } from '../../../shared/prefetch.ts'
import styles from './settings-screen.module.css'

/** The settings of local data: what is prefetched, how much, and when. */
export function KeepSection() {
  const words = useT()
  const { t } = words
  const toast = useToast()
  const prefetch = usePrefetch()
  const configure = useConfigurePrefetch()
  const { keepMegabytes } = usePolicy()
  if (prefetch === null) return null
  const { settings, managed } = prefetch
  const change = (parts: Partial<PrefetchSettings>): void => {
    configure({ ...settings, ...parts }).catch((error: unknown) =>
      toast.error(t('galley:sync.notDone', { reason: callReason(error, t) })),
    )
  }
  return (
    <>
      <div className={styles['setting']}>
        <span id="setting-keep" className={styles['label']}>
          {t('galley:app.keep.title')}
        </span>
        <RadioGroup
          aria-labelledby="setting-keep"
          direction="column"
          readOnly={managed}
          options={[
            { value: 'all', label: t('galley:app.keep.allLong') },
            { value: 'opened', label: t('galley:app.keep.opened') },
          ]}
          value={settings.keep}
          onChange={(keep) => {
            if (keep === 'all' || keep === 'opened') change({ keep })
          }}
        />
        {managed && <p className={styles['hint']}>{t('galley:policy.managed')}</p>}
        {settings.keep !== 'all' && <p className={styles['hint']}>{t('galley:app.keep.openedHint')}</p>}
        <p className={styles['hint']} role="status">
          {prefetchWords(prefetch, words)}
        </p>
      </div>
      {settings.keep !== 'all' && <KeptDocuments />}
      {settings.keep === 'all' && (
        <>
          <Limit
            id="setting-keep-documents"
            label={t('galley:app.keep.perCollection')}
            value={settings.documentsPerCollection}
            max={100_000}
            onChange={(documentsPerCollection) => change({ documentsPerCollection })}
          />
          <Limit
            id="setting-keep-megabytes"
            label={t('galley:app.keep.megabytes')}
            value={settings.megabytes}
            max={keepMegabytes ?? 100_000}
            managed={keepMegabytes === null ? null : t('galley:policy.upTo', { number: keepMegabytes })}
            onChange={(megabytes) => change({ megabytes })}
          />
          <Checkbox
            label={t('galley:app.keep.battery')}
            checked={settings.pauseOnBattery}
            onChange={(pauseOnBattery) => change({ pauseOnBattery })}
          />
        </>
      )}
    </>
  )
}

type LimitProps = {
  id: string
  label: string
  value: number
  max: number
  /** The organisation's decision as text. */
  managed?: string | null
  onChange: (value: number) => void
}

/** An input for a whole number from 1; stored on blur, so that a half-typed one deletes nothing. */
function Limit({ id, label, value, max, managed = null, onChange }: LimitProps) {
  const { t } = useT()
  const [typed, setTyped] = useState<number | null>(value)
  const [seen, setSeen] = useState(value)
  if (value !== seen) {
    setSeen(value)
    setTyped(value)
  }
  const valid = typed !== null && Number.isInteger(typed) && typed >= 1 && typed <= max
  return (
    <div className={styles['setting']}>
      <label htmlFor={id} className={styles['label']}>
        {label}
      </label>
      <NumberInput
        id={id}
        value={typed}
        min={1}
        max={max}
        invalid={!valid}
        aria-describedby={`${id}-problem`}
        onChange={setTyped}
        onBlur={() => {
          if (valid && typed !== value) onChange(typed)
        }}
      />
      {managed !== null && <p className={styles['hint']}>{managed}</p>}
      <p id={`${id}-problem`} className={styles['hint']} role="status">
        {valid ? '' : t('galley:app.keep.limitNotValid', { max })}
      </p>
    </div>
  )
}
