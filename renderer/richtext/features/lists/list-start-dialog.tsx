import { useId, useState } from 'react'
import { useT } from '../../../i18n/use-t.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { describedBy, FieldFrame } from '../../../ui/field-frame/field-frame.tsx'
import { NumberInput } from '../../../ui/number-input/number-input.tsx'

/** Largest first number that is accepted. */
const MOST = 999_999_999

type Props = { start: number; onStart: (start: number) => void; onClose: () => void }

/** Asks which number the first item of a list has. */
export function ListStartDialog({ start, onStart, onClose }: Props) {
  const { t, formatNumber } = useT()
  const form = useId()
  const id = useId()
  const [value, setValue] = useState<number | null>(start)
  const [isAsked, setIsAsked] = useState(false)
  const isGood = value !== null && Number.isInteger(value) && value >= 0 && value <= MOST
  const problem =
    value === null
      ? t('validation:required')
      : t('galley:richTextLists.startIs', { most: formatNumber(MOST) })
  const error = isAsked && !isGood ? problem : null
  return (
    <Dialog
      title={t('galley:richTextLists.start')}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{t('general:cancel')}</Button>
          <Button variant="primary" type="submit" form={form}>
            {t('general:applyChanges')}
          </Button>
        </>
      }
    >
      <form
        id={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          // React events bubble through portals, so this would submit the outer form, too.
          event.stopPropagation()
          setIsAsked(true)
          if (isGood) onStart(value)
        }}
      >
        <FieldFrame label={t('galley:richTextLists.startNumber')} htmlFor={id} required error={error}>
          <NumberInput
            id={id}
            value={value}
            onChange={setValue}
            min={0}
            max={MOST}
            required
            invalid={error !== null}
            aria-describedby={describedBy(id, { error })}
          />
        </FieldFrame>
      </form>
    </Dialog>
  )
}
