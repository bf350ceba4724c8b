import { CircleAlert, CloudOff, Info, LoaderCircle, X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Json } from '../../../shared/json.ts'
import { cx } from '../../ui/class-names.ts'
import { useT } from '../../i18n/use-t.ts'
import { Button } from '../../ui/button/button.tsx'
import { Icon } from '../../ui/icon/icon.tsx'
import styles from './seo.module.css'
import type { Generation } from './use-generation.ts'

/** The button that has the site generate a field's value, and that stops a running generation. */
export function GenerateButton({ generation, id }: { generation: Generation; id: string }) {
  const { t } = useT()
  const { state, isOnline, start, stop, button } = generation
  const name = t('galley:seo.autoGenerate')
  const isBusy = state.kind === 'busy'
  const needsServer = isOnline || isBusy ? null : t('galley:actions.needsServer')
  return (
    <Button
      ref={button}
      variant="quiet"
      size="row"
      icon={isBusy ? X : needsServer === null ? undefined : CloudOff}
      disabledReason={needsServer}
      aria-label={isBusy ? t('galley:seo.stopIt') : needsServer === null ? name : `${name}: ${needsServer}`}
      aria-describedby={`${id}-label`}
      className={styles['generate']}
      onPress={isBusy ? stop : start}
    >
      {isBusy ? t('galley:seo.stop') : (needsServer ?? name)}
    </Button>
  )
}

type NoteProps = {
  generation: Generation
  /** The generated value, if it is no text. */
  made?: ReactNode
}

/** A running generation, or the result of one if it did not simply fill the field. */
export function GenerationNote({ generation, made }: NoteProps) {
  const { t } = useT()
  const { state, take, dismiss, button } = generation
  const choose = (what: () => void) => () => {
    button.current?.focus()
    what()
  }
  switch (state.kind) {
    case 'idle':
      return null
    case 'busy':
      return (
        <p className={styles['note']}>
          <Icon icon={LoaderCircle} size="small" />
          {t('galley:seo.generating')}
        </p>
      )
    case 'said':
      return (
        <p className={cx(styles['note'], state.isFailure && styles['failed'])}>
          <Icon icon={state.isFailure ? CircleAlert : Info} size="small" />
          <bdi>{state.words}</bdi>
        </p>
      )
    case 'edited-meanwhile':
      return (
        <div className={styles['meanwhile']}>
          <p>{t('galley:seo.editedMeanwhile')}</p>
          <p className={styles['made']} dir="auto">
            {state.value === null || state.value === ''
              ? t('galley:seo.nothing')
              : (made ?? textOf(state.value))}
          </p>
          <div className={styles['choices']}>
            <Button size="row" onPress={choose(take)}>
              {t('galley:seo.take')}
            </Button>
            <Button size="row" variant="quiet" onPress={choose(dismiss)}>
              {t('galley:seo.leave')}
            </Button>
          </div>
        </div>
      )
  }
}

/** Lets Escape stop a generation from anywhere inside. */
export function GenerateScope({
  generation,
  children,
}: {
  generation: Generation | null
  children: ReactNode
}) {
  return (
    <div
      role="presentation"
      onKeyDownCapture={(event) => {
        if (event.key !== 'Escape' || generation?.state.kind !== 'busy') return
        event.stopPropagation()
        generation.stop()
      }}
    >
      {children}
    </div>
  )
}

function textOf(value: Json): string {
  return typeof value === 'string' ? value : ''
}
