import { memo, useCallback, useMemo } from 'react'
import { valueType, type FieldWithValue, type TextContext } from '../../../shared/fields/field-type.ts'
import type { RelatedRef } from '../../../shared/cms/doc-ref.ts'
import { isTempId } from '../../../shared/cms/doc-ref.ts'
import { useDocumentTitles } from '../../data/use-document-rows.ts'
import { useFieldTypes } from '../../data/field-types-context.ts'
import { useField } from '../../form/form-context.tsx'
import { useT } from '../../i18n/use-t.ts'
import { cx } from '../../ui/class-names.ts'
import { FieldFrame } from '../../ui/field-frame/field-frame.tsx'
import { Pill } from '../../ui/pill/pill.tsx'
import type { FieldInputProps, Readable } from '../field-module.ts'
import { useFieldScope } from '../field-scope.tsx'
import { useFieldFrame } from '../use-field-frame.ts'
import { useValueContext } from '../use-value-context.ts'
import styles from './not-editable.module.css'
import { readableValue } from './readable-values.ts'

type NotEditableProps = FieldInputProps<FieldWithValue> & {
  /** Reason that the value cannot be edited here, as text; absent: Galley cannot edit such fields yet. */
  reason?: string
}

/** A field that cannot be edited here: shows its value, which stays unchanged (S3.11). */
export function NotEditable({ field, path, ...why }: NotEditableProps) {
  const types = useFieldTypes()
  const { value } = useField(path)
  const refs = useMemo(() => valueType(types, field).refs(field, value), [types, field, value])
  return refs.length > 0 ? (
    <RelatedValue field={field} path={path} refs={refs} {...why} />
  ) : (
    <ReadableField field={field} path={path} nameOf={noName} {...why} />
  )
}

const noName = () => null

/** The value by the titles of its documents, as far as they are on this computer. */
function RelatedValue({ field, path, refs, ...why }: NotEditableProps & { refs: RelatedRef[] }) {
  const { t } = useT()
  const { locale } = useFieldScope()
  const titleOf = useDocumentTitles(refs, locale)
  const nameOf = useCallback(
    (slug: string, id: string) =>
      titleOf(slug, id) ?? (isTempId(id) ? t('galley:list.newDocument') : t('galley:list.id', { id })),
    [titleOf, t],
  )
  return <ReadableField field={field} path={path} nameOf={nameOf} {...why} />
}

function ReadableField({ field, path, nameOf, reason }: NotEditableProps & Pick<TextContext, 'nameOf'>) {
  const { t } = useT()
  const context = useValueContext(nameOf)
  const { control, id, frame, content, groupDescribedBy } = useFieldFrame(field, path)
  const { value } = control
  const readable = useMemo(() => readableValue(field, value, context), [field, value, context])
  const count = readable.kind === 'rows' ? readable.count : null
  return (
    <FieldFrame
      {...frame}
      label={
        <>
          {frame.label}
          {count !== null && (
            <span className={styles['count']}>
              <bdi>{count}</bdi>
            </span>
          )}
        </>
      }
      group
      end={
        <span
          id={`${id}-fixed`}
          {...(reason === undefined && { title: t('galley:edit.notEditable') })}
          className={styles['fixed']}
        >
          {t(reason === undefined ? 'galley:edit.notEditableShort' : 'galley:inputs.readOnly')}
        </span>
      }
      {...(reason !== undefined && { note: reason })}
    >
      {/* Not a Tab stop, but focusable, so that an error can lead here. */}
      <div
        id={id}
        role="group"
        tabIndex={-1}
        aria-labelledby={`${id}-label`}
        aria-describedby={cx(`${id}-fixed`, groupDescribedBy)}
      >
        <Value readable={readable} dir={content.dir} lang={content.lang} />
      </div>
    </FieldFrame>
  )
}

type ValueProps = { readable: Readable; dir: 'ltr' | 'rtl' | 'auto'; lang: string | undefined }

const Value = memo(function Value({ readable, dir, lang }: ValueProps) {
  const { t } = useT()
  switch (readable.kind) {
    case 'empty':
      return <NoValue />
    case 'line':
      return (
        <p className={styles['box']}>
          <bdi>{readable.text}</bdi>
        </p>
      )
    case 'items':
      return (
        <ul className={cx(styles['box'], styles['items'])}>
          {readable.items.map((item, index) => (
            <li key={`${index}-${item}`} className={styles['item']}>
              <bdi>{item}</bdi>
            </li>
          ))}
        </ul>
      )
    case 'paragraphs':
      return (
        // A long text scrolls in its box, which needs the focus to be scrolled by keys.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <div className={cx(styles['box'], styles['prose'])} dir={dir} lang={lang} tabIndex={0}>
          {readable.paragraphs.map((text, index) => (
            <p key={`${index}`}>{text}</p>
          ))}
          {readable.more > 0 && (
            <p className={styles['more']}>{t('galley:edit.moreParagraphs', { count: readable.more })}</p>
          )}
        </div>
      )
    case 'code':
      return (
        <pre className={cx(styles['box'], styles['code'])} dir="ltr">
          {readable.text}
          {readable.cut && '…'}
        </pre>
      )
    case 'rows':
      return (
        <div className={styles['rows']}>
          <ol className={styles['list']}>
            {readable.rows.map((row) => (
              <li key={row.id} className={styles['row']}>
                <span className={styles['number']}>{row.number}</span>
                {row.type !== '' && <Pill>{row.type}</Pill>}
                <span className={styles['text']}>
                  <bdi>{row.text}</bdi>
                </span>
              </li>
            ))}
          </ol>
          {readable.more > 0 && (
            <p className={styles['more']}>{t('galley:edit.moreRows', { count: readable.more })}</p>
          )}
        </div>
      )
  }
})

/** The placeholder for an empty value that cannot be edited. */
export function NoValue() {
  const { t } = useT()
  return <p className={cx(styles['box'], styles['empty'])}>{t('galley:edit.noValue')}</p>
}
