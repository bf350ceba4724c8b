import { ArrowLeft, ArrowRight, CircleDashed, History } from 'lucide-react'
import { memo, useCallback, useSyncExternalStore } from 'react'
import { copyOfCell } from '../../../shared/document/copy-locale.ts'
import { localeCellAt, translationMark } from '../../../shared/document/locale-cells.ts'
import type { FieldWithValue } from '../../../shared/fields/field-type.ts'
import { useT } from '../../i18n/use-t.ts'
import { cx } from '../../ui/class-names.ts'
import { Icon } from '../../ui/icon/icon.tsx'
import { IconButton } from '../../ui/icon-button/icon-button.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden/visually-hidden.tsx'
import { useFieldScope } from '../field-scope.tsx'
import { nameOfForm, useBeside, type Beside, mayTranslate } from './other-locale-context.ts'
import { useCopyField } from './copy-locale.ts'
import styles from './translation-mark.module.css'

export const COPY_FIELD_KEY = 'Mod+Shift+T'

type MarkProps = { field: FieldWithValue; path: string }

/**
 * The note at a translated field that it is missing, or older than its source, with a button to copy that. Memoized,
 * so that typing does not redraw it.
 */
export const TranslationMark = memo(function TranslationMark({ field, path }: MarkProps) {
  const beside = useBeside()
  return beside && <Mark beside={beside} field={field} path={path} />
})

function Mark({ beside, field, path }: MarkProps & { beside: Beside }) {
  const { t } = useT()
  const scope = useFieldScope()
  const copy = useCopyField()
  const { mark, canCopy } = useTranslation({ beside, field, path })
  const names = { source: nameOfForm(beside, beside.source), target: nameOfForm(beside, beside.target) }
  if (!mayTranslate(beside.target, scope, path)) return null

  const help = mark === null ? '' : t(`galley:locales.help.${mark === 'older' ? beside.since : mark}`, names)
  return (
    <>
      {mark !== null && (
        <span className={cx(styles['mark'], styles[mark])} title={help}>
          <Icon icon={mark === 'missing' ? CircleDashed : History} size="small" />
          {t(`galley:locales.mark.${mark}`)}
          <VisuallyHidden>{help}</VisuallyHidden>
        </span>
      )}
      {canCopy && (
        <IconButton
          size="row"
          icon={beside.target.locale === beside.scope.locale ? ArrowRight : ArrowLeft}
          flip
          label={t('galley:locales.copyField', names)}
          shortcut={COPY_FIELD_KEY}
          // The key does the same, and a Tab stop per field would slow the way through the form.
          excludeFromTabOrder
          className={styles['copy'] ?? ''}
          onPress={() => copy(beside, scope, path)}
        />
      )}
    </>
  )
}

function useTranslation({ beside, field, path }: MarkProps & { beside: Beside }) {
  const { source, target, reference } = beside
  const subscribe = useCallback(
    (listener: () => void) => target.subscribeWithin(path, listener),
    [target, path],
  )
  // A string, so that an equal result is the same value.
  const said = useSyncExternalStore(subscribe, () => {
    const { fields, types } = target
    if (source.locale === null || target.locale === null) return ' '
    const way = { from: source.locale, to: target.locale }
    const cell = localeCellAt(fields, target.data(), { path, field }, way)
    const canCopy = copyOfCell(types, cell, target.locale) !== null
    return `${translationMark({ fields, types }, cell, way, reference) ?? ''} ${canCopy ? 'copy' : ''}`
  })
  const [mark, copy] = said.split(' ')
  return { mark: mark === 'missing' || mark === 'older' ? mark : null, canCopy: copy === 'copy' } as const
}
