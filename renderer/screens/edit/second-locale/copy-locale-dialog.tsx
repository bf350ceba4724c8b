import { useCallback, useId, useMemo, useState } from 'react'
import type { CellCopy } from '../../../../shared/document/copy-locale.ts'
import { useContentLocale } from '../../../data/content-locale.tsx'
import { copiesInto, copyInto } from '../../../fields/second-locale/copy-locale.ts'
import { useFieldScopeOf } from '../../../fields/use-field-scope-of.ts'
import { useDocument, useDocumentState, useForm, useSecondForm } from '../../../form/form-context.tsx'
import { useT } from '../../../i18n/use-t.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { RadioGroup } from '../../../ui/radio-group/radio-group.tsx'
import { Select } from '../../../ui/select/select.tsx'
import { useToast } from '../../../ui/toast/toast-queue.ts'
import { isSecondSource } from './use-beside-of.ts'
import styles from './copy-locale-dialog.module.css'

type Which = 'empty' | 'all'

/** Copies the content of one locale into another, after saying how many values are overwritten. */
export function CopyLocaleDialog({ onClose }: { onClose: () => void }) {
  const { t } = useT()
  const toast = useToast()
  const document = useDocument()
  const ways = useWays()
  const [from, setFrom] = useState(ways.from)
  const [to, setTo] = useState(ways.to)
  const [which, setWhich] = useState<Which>('empty')
  const isNew = useDocumentState(({ view }) => view.isNew)
  const scope = useFieldScopeOf(document.entity, isNew, document.data, to)
  const copiesNow = useCallback(
    () => (from !== null && to !== null ? copiesInto(document.inLocale(to), scope, from) : []),
    [document, from, to, scope],
  )
  const copies = useMemo(() => copiesNow(), [copiesNow])
  const isChosen = ({ overwrites }: CellCopy) => which === 'all' || !overwrites
  const chosen = copies.filter(isChosen)
  const overwritten = chosen.filter(({ overwrites }) => overwrites).length
  const options = ways.options
  const nameOf = (code: string | null) => options.find(({ value }) => value === code)?.label ?? ''

  function copy(): void {
    if (to === null || chosen.length === 0) return
    // The server may have sent changes since the dialog was opened.
    const { count } = copyInto(document.inLocale(to), copiesNow().filter(isChosen))
    toast.success(t('galley:locales.copied', { count, source: nameOf(from), target: nameOf(to) }))
    onClose()
  }

  return (
    <Dialog
      title={t('galley:locales.copyTitle')}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{t('general:cancel')}</Button>
          <Button
            variant="primary"
            disabledReason={chosen.length === 0 ? t('galley:locales.nothingToCopy') : null}
            onPress={copy}
          >
            {t('galley:locales.copyConfirm', { count: chosen.length })}
          </Button>
        </>
      }
    >
      <div className={styles['form']}>
        <div className={styles['way']}>
          <LocaleField
            label={t('galley:locales.copyFrom')}
            options={options}
            value={from}
            onChange={setFrom}
          />
          <LocaleField label={t('galley:locales.copyTo')} options={options} value={to} onChange={setTo} />
        </div>
        <WhichCells copies={copies} value={which} onChange={setWhich} />
        <p role="status" className={styles['says']}>
          {chosen.length === 0
            ? t('galley:locales.nothingToCopy')
            : overwritten === 0
              ? t('galley:locales.overwritesNothing')
              : t('galley:locales.overwrites', { count: overwritten, target: nameOf(to) })}
        </p>
      </div>
    </Dialog>
  )
}

type WhichCellsProps = { copies: readonly CellCopy[]; value: Which; onChange: (which: Which) => void }

/** The choice between the empty fields and all of them, with their numbers. */
function WhichCells({ copies, value, onChange }: WhichCellsProps) {
  const { t } = useT()
  return (
    <RadioGroup
      aria-label={t('galley:locales.copyWhich')}
      direction="column"
      value={value}
      onChange={(next) => onChange(next === 'all' ? 'all' : 'empty')}
      options={[
        {
          value: 'empty',
          label: t('galley:locales.copyEmpty', {
            count: copies.filter(({ overwrites }) => !overwrites).length,
          }),
        },
        { value: 'all', label: t('galley:locales.copyAll', { count: copies.length }) },
      ]}
    />
  )
}

type LocaleFieldProps = {
  label: string
  options: { value: string; label: string }[]
  value: string | null
  onChange: (locale: string | null) => void
}

function LocaleField({ label, options, value, onChange }: LocaleFieldProps) {
  const id = useId()
  return (
    <div className={styles['field']}>
      <span id={id} className={styles['label']}>
        {label}
      </span>
      <Select aria-labelledby={id} options={options} value={value} onChange={onChange} />
    </div>
  )
}

/** Returns the proposed locales: the usual source and the current one, or the two on the screen. */
function useWays() {
  const form = useForm()
  const second = useSecondForm()
  const { locales } = useContentLocale()
  const optionOf = (code: string | null | undefined) => locales.find((one) => one.code === code)
  const isBackwards = second !== null && isSecondSource(locales, form.locale, second.locale)
  const other = locales.find(({ code }) => code !== form.locale)?.code ?? null
  const [from, to] =
    second === null
      ? [optionOf(form.locale)?.source ?? other, form.locale]
      : isBackwards
        ? [second.locale, form.locale]
        : [form.locale, second.locale]
  return { from, to, options: locales.map(({ code, label }) => ({ value: code, label })) }
}
