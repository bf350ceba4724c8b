import type { RowsField, ValueField } from '../../../shared/cms/schema-model.ts'
import type { OpenDifference } from '../../../shared/sync/sent-entry.ts'
import { useDocument, useForm } from '../../form/form-context.tsx'
import { useT } from '../../i18n/use-t.ts'
import { Button } from '../../ui/button/button.tsx'
import { useFieldScope } from '../field-scope.tsx'
import { useValueContext } from '../use-value-context.ts'
import { wordsOfDifference } from '../words-at.ts'
import { BothValues } from './both-values.tsx'
import { keepSaved } from './differences-context.tsx'
import styles from './saved-note.module.css'

const noName = () => null

/**
 * The note below a field: the sent value, the server's value, and the actions to resolve the difference
 * (SY16).
 */
export function SavedNote({
  field,
  differences,
}: {
  field: ValueField | RowsField
  differences: readonly OpenDifference[]
}) {
  const { t, label } = useT()
  const document = useDocument()
  const context = useValueContext(noName)
  const { fields, data } = useForm()
  const { mayWrite } = useFieldScope()
  const name = label(field.label) || field.name
  const isWritable = differences.every(({ path }) => mayWrite(path))
  return (
    <div role="group" aria-label={`${t('galley:saved.region')}: ${name}`} className={styles['note']}>
      {differences.map((difference) => (
        <BothValues
          key={`${difference.kind} ${difference.path}`}
          difference={difference}
          node={field}
          words={wordsOfDifference(context, { fields, data: data() }, difference, differences)}
        />
      ))}
      <div className={styles['actions']}>
        <Button
          size="row"
          variant="quiet"
          aria-label={t('galley:saved.keepOf', { field: name })}
          onPress={() => void keepSaved(document.getRef(), differences)}
        >
          {t('galley:saved.keep')}
        </Button>
        <Button
          size="row"
          aria-label={t('galley:saved.putBackOf', { field: name })}
          disabledReason={isWritable ? null : t('galley:saved.notAllowed')}
          onPress={() => document.putBack(differences)}
        >
          {t('galley:saved.putBack')}
        </Button>
      </div>
    </div>
  )
}
