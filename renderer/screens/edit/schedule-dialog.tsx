import { getLocalTimeZone } from '@internationalized/date'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useId, useState, type ReactNode } from 'react'
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
  const [type, setType] = useState<string>('publish')
  const [at, setAt] = useState<string | null>(null)
  const [locale, setLocale] = useState(ALL)
  const schedule = useSchedule(docRef, () => setAt(null))
  const { ask, problem } = schedule

  const plan = () => {
    if (at === null) return schedule.say(t('galley:actions.schedule.noDate'))
    if (Date.parse(at) <= Date.now()) return schedule.say(t('galley:actions.schedule.past'))
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
      <PlanInputs
        type={type}
        onType={setType}
        at={at}
        onAt={(next) => {
          setAt(next)
          schedule.say(null)
        }}
        locale={locale}
        onLocale={setLocale}
      />
      {problem !== null && (
        <p role="alert" className={styles['problem']}>
          {problem}
        </p>
      )}
      <Plans plans={schedule.plans} onCancel={(id) => ask.mutate({ what: 'cancel', ref: docRef, id })} />
    </Dialog>
  )
}

/** Reads the plans of a document and changes them. `onPlanned`: called when a new one is there. */
function useSchedule(docRef: DocRef, onPlanned: () => void) {
  const { t } = useT()
  const client = useQueryClient()
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
      if (input.what === 'plan') onPlanned()
    },
    onError: (error) => setSaid(callReason(error, t)),
  })
  const failed = plans.data !== undefined && plans.data.outcome !== 'done' ? plans.data : null
  const problem =
    said ?? (failed ? notDoneReason(failed, t) : plans.error ? callReason(plans.error, t) : null)
  return { plans, ask, problem, say: setSaid }
}

type PlanInputsProps = {
  type: string
  onType: (type: string) => void
  /** ISO time, null while none is chosen. */
  at: string | null
  onAt: (at: string | null) => void
  locale: string
  onLocale: (locale: string) => void
}

/** The inputs of a new plan. */
function PlanInputs({ type, onType, at, onAt, locale, onLocale }: PlanInputsProps) {
  const { t } = useT()
  const { locales } = useContentLocale()
  const [whatId, whenId, localeId] = [useId(), useId(), useId()]
  return (
    <>
      <Field id={whatId} label={t('galley:actions.schedule.what')}>
        <RadioGroup
          aria-labelledby={whatId}
          value={type}
          onChange={onType}
          options={[
            { value: 'publish', label: t('version:publish') },
            { value: 'unpublish', label: t('version:unpublish') },
          ]}
        />
      </Field>
      <Field id={whenId} label={t('galley:actions.schedule.when')}>
        <DateInput aria-labelledby={whenId} value={at} granularity="minute" onChange={onAt} />
        <span className={styles['hint']}>
          {t('galley:actions.schedule.zone', { zone: getLocalTimeZone() })}
        </span>
      </Field>
      {type === 'publish' && locales.length > 1 && (
        <Field id={localeId} label={t('localization:localeToPublish')}>
          <Select
            aria-labelledby={localeId}
            options={[
              { value: ALL, label: t('galley:actions.schedule.allLocales') },
              ...locales.map(({ code, label }) => ({ value: code, label })),
            ]}
            value={locale}
            onChange={(next) => onLocale(next ?? ALL)}
          />
        </Field>
      )}
    </>
  )
}

/** An input of the dialog; `id`: that of its label. */
function Field({ id, label, children }: { id: string; label: string; children: ReactNode }) {
  return (
    <div className={styles['field']}>
      <span id={id} className={styles['label']}>
        {label}
      </span>
      {children}
    </div>
  )
}

type PlansProps = {
  plans: ReturnType<typeof useSchedule>['plans']
  onCancel: (id: SchedulePlan['id']) => void
}

/** The existing plans of the document. */
function Plans({ plans, onCancel }: PlansProps) {
  const { t } = useT()
  const { locales } = useContentLocale()
  return (
    <section aria-label={t('galley:actions.schedule.planned')} className={styles['plans']}>
      <h3 className={styles['label']}>{t('galley:actions.schedule.planned')}</h3>
      {plans.isPending ? (
        <p>{t('galley:actions.schedule.reading')}</p>
      ) : plans.data?.outcome !== 'done' ? null : plans.data.plans.length === 0 ? (
        <p>{t('general:noUpcomingEventsScheduled')}</p>
      ) : (
        <ul>
          {plans.data.plans.map((one) => (
            <Plan key={one.id} plan={one} what={whatOf(one, locales, t)} onCancel={() => onCancel(one.id)} />
          ))}
        </ul>
      )}
    </section>
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
