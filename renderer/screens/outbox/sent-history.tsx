import { Check, CloudCheck, TriangleAlert } from 'lucide-react'
import { Link } from 'react-router-dom'
import { adminRoutes } from '../../../shared/cms/routes.ts'
import type { SavedResult } from '../../../shared/document/saved-difference.ts'
import { fieldNodeAt } from '../../../shared/document/path.ts'
import { shownAt } from '../../../shared/document/open-differences.ts'
import type { SentDocument } from '../../../shared/ipc.ts'
import { galley } from '../../data/bridge.ts'
import { useContentLocale } from '../../data/content-locale.tsx'
import { useDocumentQuery, useSentQuery } from '../../data/queries.ts'
import { useFieldTypes } from '../../data/field-types-context.ts'
import { useSchema } from '../../data/schema-context.tsx'
import { BothValues } from '../../fields/saved-note/both-values.tsx'
import { keepSaved } from '../../fields/saved-note/differences-context.tsx'
import { useValueContext } from '../../fields/use-value-context.ts'
import { wordsOfDifference } from '../../fields/words-at.ts'
import { Moment } from '../../ui/moment/moment.tsx'
import { useT } from '../../i18n/use-t.ts'
import { Button } from '../../ui/button/button.tsx'
import { cx } from '../../ui/class-names.ts'
import { Icon } from '../../ui/icon/icon.tsx'
import { LocaleBadge } from '../../ui/locale-badge/locale-badge.tsx'
import { MarginBar } from '../../ui/margin-bar/margin-bar.tsx'
import { Note } from '../../ui/note/note.tsx'
import {
  entityLabel,
  entityOf,
  modeIcon,
  modeWords,
  outboxTitle,
  pathLabel,
} from '../../unsent/entry-words.ts'
import styles from './sent-history.module.css'
import { usePutBack } from './use-put-back.ts'

const noName = () => null

/** The last sent entries with their results, and actions on those that were not saved as sent (SY16). */
export function SentHistory() {
  const { t } = useT()
  const sent = useSentQuery().data
  if (sent === undefined || sent.length === 0) return null
  return (
    <section className={styles['history']} aria-labelledby="sent-history">
      <h2 id="sent-history" className={styles['heading']}>
        {t('galley:saved.history.title')}
      </h2>
      <p className={styles['hint']}>{t('galley:saved.history.hint', { count: 200 })}</p>
      <ol aria-label={t('galley:saved.history.entries')} className={styles['list']}>
        {sent.map((entry) => (
          <SentLine key={entry.key} entry={entry} />
        ))}
      </ol>
    </section>
  )
}

function SentLine({ entry }: { entry: SentDocument }) {
  const words = useT()
  const { t, label, valueWords } = words
  const types = useFieldTypes()
  const schema = useSchema()
  const { locale } = useContentLocale()
  const title = outboxTitle(entry, schema, locale, { t, types, ...valueWords })
  const fields = entityOf(schema, entry.ref)?.fields
  const names = [
    ...new Set(entry.cells.map(({ path }) => (fields === undefined ? path : pathLabel(fields, path, words)))),
  ]
  const isOpen = entry.differences.length > 0 || entry.words !== null
  return (
    <li className={styles['line']}>
      {isOpen && <MarginBar state="conflict" className={styles['bar']} />}
      <div className={styles['head']}>
        <Icon icon={modeIcon(entry)} />
        <span className={styles['title']}>
          <span className={styles['entity']}>{entityLabel(schema, entry.ref, label)}</span>{' '}
          <Link
            to={(entry.mode === 'delete' ? adminRoutes.deleted : adminRoutes.document)(entry.ref)}
            dir="auto"
          >
            {title}
          </Link>
        </span>
        <span className={styles['what']}>
          {modeWords(entry, t)} <span className={styles['fields']}>{names.join(', ')}</span>
        </span>
        {entry.cells.length > 0 && entry.locale !== null && schema.localization !== null && (
          <LocaleBadge code={entry.locale} />
        )}
        <Result entry={entry} />
        <Moment iso={entry.sentAt} className={styles['time']} />
      </div>
      {entry.words !== null && (
        <Note
          tone="warn"
          icon={TriangleAlert}
          title={t('galley:saved.history.words')}
          action={
            <Button
              size="row"
              variant="quiet"
              onPress={() =>
                void galley.call('outbox.seen', { what: 'words', key: entry.key }).catch(console.error)
              }
            >
              {t('galley:saved.history.seen')}
            </Button>
          }
        >
          <bdi>{entry.words}</bdi>
        </Note>
      )}
      {entry.differences.length > 0 && <Differences entry={entry} title={title} />}
    </li>
  )
}

/** The result of an entry: how many fields were not saved or changed, else that it was saved, sent or deleted. */
function Result({ entry }: { entry: SentDocument }) {
  const { t } = useT()
  const count = (result: SavedResult): number => entry.cells.filter((cell) => cell.result === result).length
  const [notSaved, changed] = [count('not-saved'), count('changed')]
  const isSentOnly = count('sent') > 0 && count('saved') === 0
  const parts = [
    ...(notSaved > 0 ? [t('galley:saved.history.notSaved', { count: notSaved })] : []),
    ...(changed > 0 ? [t('galley:saved.history.changed', { count: changed })] : []),
  ]
  if (parts.length > 0)
    return (
      <span className={cx(styles['result'], styles['differs'])}>
        <Icon icon={TriangleAlert} size="small" />
        {parts.join(', ')}
      </span>
    )
  const key = entry.mode === 'delete' ? 'deleted' : isSentOnly ? 'sent' : 'saved'
  return (
    <span className={styles['result']} title={isSentOnly ? t('galley:saved.history.sentHint') : undefined}>
      <Icon icon={isSentOnly ? Check : CloudCheck} size="small" />
      {t(`galley:saved.history.${key}`)}
    </span>
  )
}

/** The differences of an entry, with both values. */
function Differences({ entry, title }: { entry: SentDocument; title: string }) {
  const { t, label } = useT()
  const schema = useSchema()
  const context = useValueContext(noName)
  const data = useDocumentQuery(entry.ref).data?.base.data ?? {}
  const entity = entityOf(schema, entry.ref)
  const putBack = usePutBack()
  const fields = entity?.fields ?? []
  return (
    <div className={styles['differences']}>
      {entry.differences.map((difference) => (
        <div key={`${difference.kind} ${difference.locale ?? ''} ${difference.path}`}>
          <h3 className={styles['label']}>
            {pathLabel(fields, difference.path, { t, label }, data)}
            {difference.locale !== null && <LocaleBadge code={difference.locale} />}
          </h3>
          <BothValues
            difference={difference}
            node={fieldNodeAt(fields, data, shownAt(difference), difference.locale)}
            words={wordsOfDifference(context, { fields, data }, difference, entry.differences)}
          />
        </div>
      ))}
      <div className={styles['actions']}>
        <Button size="header" variant="quiet" onPress={() => void keepSaved(entry.ref, entry.differences)}>
          {t('galley:saved.keepAll')}
        </Button>
        {entity !== null && (
          <Button size="header" onPress={() => void putBack(entry.ref, entity, entry.differences, title)}>
            {t('galley:saved.putBack')}
          </Button>
        )}
      </div>
    </div>
  )
}
