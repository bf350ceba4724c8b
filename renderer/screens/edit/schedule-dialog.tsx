import { getLocalTimeZone } from '@internationalized/date'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useId, useState } from 'react'
import type { DocRef } from '../../../shared/cms/doc-ref.ts'
import type { CallInput, SchedulePlan } from '../../../shared/ipc.ts'
import { galley } from '../../data/bridge.ts'
import { callReason, notDoneReason } from '../../data/failure-reasons.ts'
import { useContentLocale } from '../../data/content-locale.tsx'
import { queryKeys } from '../../data/queries.ts'
import { useT } from '../../i18n/use-t.ts'
import { Button } from '../../ui/button/button.tsx'
import { DateInput } from '../../ui/date-input/date-input.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Moment } from '../../ui/moment/moment.tsx'
import { IconButton } from '../../ui/icon-button/icon-button.tsx'
import { RadioGroup } from '../../ui/radio-group/radio-group.tsx'
import { Select } from '../../ui/select/select.tsx'
import styles from './schedule-dialog.module.css'

type ScheduleProps = {
  docRef: DocRef
  title: string
  onClose: () => void
}

const ALL = ''

/**
 * The dialog of scheduled publishes and unpublishes: the existing ones, and a new one. The server keeps them (M.08).
 */
export function ScheduleDialog({ docRef, title, onClose }: ScheduleProps) {
  const { t } = useT()
  const { locales } = useContentLocale()
  const client = useQueryClient()
  const [whatId, whenId, localeId] = [useId(), useId(), useId()]
  const [type, setType] = useState<string>('publish')
  const [at, setAt] = useState<string | null>(null)
  const [locale, setLocale] = useState(ALL)
  const [said, setSaid] = useState<string | null>(null)
  const queryKey = queryKeys.schedule(docRef)
  const plans = useQuery({
    queryKey,
    queryFn: () => galley.call('documents.schedule', { what: 'list', ref: docRef }),
    staleTime: 0,
    gcTime: 0,
  })
  const ask = useMutation({
    mutationFn: (input: CallInput<'documents.schedule'>) => galley.call('documents.schedule', input),
    onSuccess(answer, input) {
      if (answer.outcome === 'unknown') {
        const words = [notDoneReason(answer, t), input.what === 'plan' && t('galley:actions.schedule.maybe')]
        setSaid(words.filter((one) => one !== false).join(' '))
        void client.invalidateQueries({ queryKey })
        return
      }
      if (answer.outcome !== 'done') return setSaid(notDoneReason(answer, t))
      client.setQueryData(queryKey, answer)
      setSaid(null)
      if (input.what === 'plan') setAt(null)
    },
    onError: (error) => setSaid(callReason(error, t)),
  })

  const plan = () => {
    if (at === null) return setSaid(t('galley:actions.schedule.noDate'))
    if (Date.parse(at) <= Date.now()) return setSaid(t('galley:actions.schedule.past'))
    const isPublish = type === 'publish'
    ask.mutate({
      what: 'plan',
      ref: docRef,
      type: isPublish ? 'publish' : 'unpublish',
      at,
      locale: isPublish && locale !== ALL ? locale : null,
      timeZone: getLocalTimeZone(),
    })
  }
  const failed = plans.data !== undefined && plans.data.outcome !== 'done' ? plans.data : null
  const problem =
    said ?? (failed ? notDoneReason(failed, t) : plans.error ? callReason(plans.error, t) : null)

  return (
    <Dialog
      title={t('galley:actions.schedule.title', { title })}
      onClose={onClose}
      persistent
      actions={
        <>
          <Button onPress={onClose}>{t('general:close')}</Button>
          <Button
            variant="primary"
            onPress={plan}
            busyLabel={ask.isPending ? `${t('galley:actions.schedule.plan')}...` : null}
          >
            {t('galley:actions.schedule.plan')}
          </Button>
        </>
      }
    >
      <p>
        {t(type === 'publish' ? 'galley:actions.schedule.body' : 'galley:actions.schedule.bodyUnpublish')}
      </p>
      <div className={styles['field']}>
        <span id={whatId} className={styles['label']}>
          {t('galley:actions.schedule.what')}
        </span>
        <RadioGroup
          aria-labelledby={whatId}
          value={type}
          onChange={setType}
          options={[
            { value: 'publish', label: t('version:publish') },
            { value: 'unpublish', label: t('version:unpublish') },
          ]}
        />
      </div>
      <div className={styles['field']}>
        <span id={whenId} className={styles['label']}>
          {t('galley:actions.schedule.when')}
        </span>
        <DateInput
          aria-labelledby={whenId}
          value={at}
          granularity="minute"
          onChange={(next) => {
            setAt(next)
            setSaid(null)
          }}
        />
        <span className={styles['hint']}>
          {t('galley:actions.schedule.zone', { zone: getLocalTimeZone() })}
        </span>
      </div>
      {type === 'publish' && locales.length > 1 && (
        <div className={styles['field']}>
          <span id={localeId} className={styles['label']}>
            {t('localization:localeToPublish')}
          </span>
          <Select
            aria-labelledby={localeId}
            options={[
              { value: ALL, label: t('galley:actions.schedule.allLocales') },
              ...locales.map(({ code, label }) => ({ value: code, label })),
            ]}
            value={locale}
            onChange={(next) => setLocale(next ?? ALL)}
          />
        </div>
      )}
      {problem !== null && (
        <p role="alert" className={styles['problem']}>
          {problem}
        </p>
      )}
      <section aria-label={t('galley:actions.schedule.planned')} className={styles['plans']}>
        <h3 className={styles['label']}>{t('galley:actions.schedule.planned')}</h3>
        {plans.isPending ? (
          <p>{t('galley:actions.schedule.reading')}</p>
        ) : plans.data?.outcome !== 'done' ? null : plans.data.plans.length === 0 ? (
          <p>{t('general:noUpcomingEventsScheduled')}</p>
        ) : (
          <ul>
            {plans.data.plans.map((one) => (
              <Plan
                key={one.id}
                plan={one}
                what={whatOf(one, locales, t)}
                onCancel={() => ask.mutate({ what: 'cancel', ref: docRef, id: one.id })}
              />
            ))}
          </ul>
        )}
      </section>
    </Dialog>
  )
}

function Plan({ plan, what, onCancel }: { plan: SchedulePlan; what: string; onCancel: () => void }) {
  const { t, formatMoment } = useT()
  const time = formatMoment(plan.at)
  return (
    <li className={styles['plan']}>
      <span>{what}</span> <Moment iso={plan.at} />
      <IconButton
        size="row"
        icon={X}
        label={t('galley:actions.schedule.cancel', { what, time })}
        onPress={onCancel}
      />
    </li>
  )
}

function whatOf(
  { type, locale }: SchedulePlan,
  locales: readonly { code: string; label: string }[],
  t: ReturnType<typeof useT>['t'],
): string {
  if (type === 'unpublish') return t('version:unpublish')
  if (locale === null) return t('version:publish')
  return t('version:publishIn', { locale: locales.find(({ code }) => code === locale)?.label ?? locale })
}
