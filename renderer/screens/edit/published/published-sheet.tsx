import { Globe } from 'lucide-react'
import { useEffect, useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react'
import type { DocRef } from '../../../../shared/cms/doc-ref.ts'
import { hasServerRules } from '../../../../shared/cms/entity-rules.ts'
import { galley } from '../../../data/bridge.ts'
import { callReason } from '../../../data/failure-reasons.ts'
import { useFieldTypes } from '../../../data/field-types-context.ts'
import { useConnection } from '../../../data/queries.ts'
import { useSchema } from '../../../data/schema-context.tsx'
import { useDocument, useForm } from '../../../form/form-context.tsx'
import type { AskServer } from '../../../form/server-rules.ts'
import { createShownForm } from '../../../form/shown-form.ts'
import { useT } from '../../../i18n/use-t.ts'
import { Button } from '../../../ui/button/button.tsx'
import { useReturnFocus } from '../../../ui/focus/dialog-focus.ts'
import { Message } from '../../../ui/message/message.tsx'
import { Note } from '../../../ui/note/note.tsx'
import { Skeleton } from '../../../ui/skeleton/skeleton.tsx'
import styles from '../edit-screen.module.css'
import type { InspectorState } from '../inspector.tsx'
import { ShownForm } from '../shown-form.tsx'
import { placeInView, showPlace, PUBLISHED_ID, type PublishedView } from './use-published.ts'
import { usePublishedState, type PublishedState } from './published-state.ts'

type SheetProps = {
  docRef: DocRef
  view: PublishedView
  /** Null: there are no details. */
  inspector: InspectorState | null
  hasDetails: boolean
}

/** The published version in place of the form: the same fields, read-only. */
export function PublishedSheet(props: SheetProps) {
  const { t } = useT()
  const { published, again } = usePublishedState()
  const region = useRef<HTMLDivElement>(null)
  useReturnFocus(region)
  useEffect(() => {
    // A focused element of the form is hidden now; one elsewhere keeps the focus.
    const focused = document.activeElement
    if (focused === document.body || focused?.closest('[hidden]') != null)
      region.current?.focus({ preventScroll: true })
  }, [])
  return (
    <div
      ref={region}
      id={PUBLISHED_ID}
      role="region"
      aria-label={t('galley:published.region')}
      tabIndex={-1}
      className={styles['sheet']}
    >
      {published.state === 'here' ? (
        <PublishedForm {...props} root={region} published={published} />
      ) : (
        <div className={styles['main']}>
          <div className={styles['scroll']}>
            <div className={styles['form']}>
              {published.state === 'asking' ? (
                <Skeleton lines={6} lineHeight="4.5rem" />
              ) : (
                <NotHere published={published} onBack={props.view.toggle} onAgain={again} />
              )}
            </div>
          </div>
        </div>
      )}
    </div>
  )
}

type FormProps = SheetProps & {
  root: RefObject<HTMLElement | null>
  published: Extract<PublishedState, { state: 'here' }>
}

function PublishedForm({ docRef, view, inspector, hasDetails, root, published }: FormProps) {
  const { t } = useT()
  const draft = useDocument()
  const { view: viewState, locale } = useForm()
  const types = useFieldTypes()
  const { entity } = draft
  const { data, at } = published
  const asksServer = hasServerRules(useSchema(), entity.slug)
  const form = useMemo(() => {
    const { view: known } = draft.getDocument()
    const ref = draft.getRef()
    const askServer: AskServer = (question) =>
      galley.call('documents.formState', { ref, isNew: false, ...question })
    return createShownForm({
      entity,
      types,
      view: { ...known, base: { ...known.base, data } },
      viewState,
      ...(asksServer && { askServer }),
    })
  }, [draft, entity, data, types, viewState, asksServer])
  const scroll = useRef<HTMLDivElement>(null)
  useSamePlace(scroll, form.inLocale(locale).id, view)
  return (
    <ShownForm
      docRef={docRef}
      form={form}
      reason={t('galley:published.readOnly')}
      root={root}
      scroll={scroll}
      notes={<PublishedNote at={at} onBack={view.toggle} />}
      inspector={inspector}
      hasDetails={hasDetails}
    />
  )
}

/** Keeps the scroll position between the draft and the published version. */
function useSamePlace(
  scroll: RefObject<HTMLElement | null>,
  id: string,
  { place, onScrolled }: PublishedView,
): void {
  const [before] = useState(place)
  useLayoutEffect(() => {
    const scrolled = scroll.current
    if (scrolled === null) return
    const hold = before === null ? null : showPlace(scrolled, id, before)
    const onScroll = () => {
      if (hold?.isOver() !== false) onScrolled(placeInView(scrolled, id))
    }
    scrolled.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      hold?.stop()
      scrolled.removeEventListener('scroll', onScroll)
    }
  }, [scroll, id, before, onScrolled])
}

function PublishedNote({ at, onBack }: { at: string | null; onBack: () => void }) {
  const { t, formatMoment } = useT()
  const isOnline = useConnection()?.status === 'online'
  return (
    <Note
      icon={Globe}
      role="status"
      title={
        at === null ? t('galley:published.title') : t('galley:published.since', { date: formatMoment(at) })
      }
      action={
        <Button size="row" onPress={onBack}>
          {t('galley:published.back')}
        </Button>
      }
    >
      {t('galley:published.body')}
      {!isOnline && ` ${t('galley:published.lastKnown')}`}
    </Note>
  )
}

type NotHereProps = {
  published: Extract<PublishedState, { state: 'not-here' | 'refused' }>
  onBack: () => void
  onAgain: () => void
}

function NotHere({ published, onBack, onAgain }: NotHereProps) {
  const { t } = useT()
  const back = <Button onPress={onBack}>{t('galley:published.back')}</Button>
  const again = <Button onPress={onAgain}>{t('galley:sync.tryAgain')}</Button>
  if (published.state === 'not-here')
    return (
      <Message
        kind="offline"
        title={t('galley:published.missing')}
        body={t(`galley:published.missingBody.${published.reason}`)}
        actions={back}
      />
    )
  return (
    <Message
      kind="error"
      title={t('galley:published.refused')}
      body={callReason(published.why, t) || t('galley:published.nothing')}
      actions={
        <>
          {again}
          {back}
        </>
      }
    />
  )
}
