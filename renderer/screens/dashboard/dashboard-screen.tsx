import { SlidersHorizontal } from 'lucide-react'
import { useMemo, useState, type ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import { makeRef, refKey, type DocRef } from '../../../shared/cms/doc-ref.ts'
import { adminRoutes } from '../../../shared/cms/routes.ts'
import type { OutboxPage } from '../../../shared/ipc.ts'
import { useContentLocale } from '../../data/content-locale.tsx'
import { localeSuffix } from '../../data/locale-of.ts'
import { draftsAddress } from '../../data/list-address.ts'
import { useOutboxStart } from '../../data/outbox.ts'
import { useEdited } from '../../data/own-documents.ts'
import { useCanCreate, useSchema } from '../../data/schema-context.tsx'
import { useLocks } from '../../data/use-locks.ts'
import type { NavGroup } from '../../data/nav-groups.ts'
import { useNamedDocuments, type NamedDocument } from '../../data/use-named-documents.ts'
import { useNavGroups } from '../../data/use-nav-groups.ts'
import { planWords } from '../../data/use-schedules.ts'
import { useTitleOf } from '../../data/use-titles.ts'
import { useT, type UseT } from '../../i18n/use-t.ts'
import { useNow } from '../../sync/ages.ts'
import { Ago } from '../../ui/moment/moment.tsx'
import { ButtonLink } from '../../ui/button/button.tsx'
import { MenuButton } from '../../ui/menu-button/menu-button.tsx'
import { ScreenHeader } from '../../ui/screen-header/screen-header.tsx'
import { Card, LINES } from './card.tsx'
import { useCardsChoice } from './cards-choice.ts'
import {
  CARDS,
  continued,
  orderOfCards,
  upcoming,
  withCardMoved,
  withCardShown,
  type CardId,
  type CardsChoice,
} from './dashboard-cards.ts'
import styles from './dashboard-screen.module.css'
import { KeepQuestion } from './keep-question.tsx'
import { Line } from './line.tsx'
import { NeedsYouLine } from './needs-you-line.tsx'
import { Places } from './places.tsx'
import { PrefetchProgress } from './prefetch-progress.tsx'
import { useChangedElsewhere } from './use-changed-elsewhere.ts'
import { useCounts } from './use-counts.ts'
import { useDrafts } from './use-drafts.ts'
import { useScheduled } from './use-scheduled.ts'

/** Most lines of an expanded card. */
const MOST = 30
const NOTHING: OutboxPage = { documents: [], first: 0, total: 0, names: [] }
const CHOICES = 'dashboard-cards'

type Content = { lines: ReactNode[]; foot?: ReactNode; isUrgent?: boolean }

/** The dashboard: cards with the next steps, and below them all collections and globals. */
export function DashboardScreen() {
  const { t } = useT()
  const canCreate = useCanCreate()
  const groups = useNavGroups()
  const entries = useMemo(() => groups.flatMap(({ entities }) => entities), [groups])
  const slugs = useMemo(
    () => entries.flatMap(({ type, slug }) => (type === 'collections' ? [slug] : [])),
    [entries],
  )
  useCounts(slugs)
  const [choice, setChoice] = useCardsChoice()
  const globals = useMemo(
    () => entries.flatMap(({ type, slug }) => (type === 'globals' ? [slug] : [])),
    [entries],
  )
  const { cards, locks, isRead } = useCards(slugs, globals, (card) => !choice.hidden.includes(card))
  const order = orderOfCards(choice)
  const inOrder = order.filter((card) => cards[card].lines.length > 0 && !choice.hidden.includes(card))
  const { first, later } = useFirstCards(inOrder, isRead, choice)
  const shown = [...first, ...later]
  const creatable = entries.filter(({ type, slug }) => type === 'collections' && canCreate(slug))
  const moving = (card: CardId, by: -1 | 1) => {
    const next = withCardMoved(choice, card, by, shown)
    return next === choice ? null : () => setChoice(next)
  }
  const cardOf = (card: CardId) => (
    <Card
      key={card}
      id={card}
      title={t(TITLES[card])}
      {...cards[card]}
      onMove={{ up: moving(card, -1), down: moving(card, 1) }}
      onHide={() => {
        setChoice(withCardShown(choice, card, false))
        // The card's menu is removed with it.
        document.getElementById(CHOICES)?.focus()
      }}
    />
  )
  return (
    <>
      <ScreenHeader
        title={t('general:dashboard')}
        actions={<HeaderActions choice={choice} onChoice={setChoice} creatable={creatable} />}
      />
      <div className={styles['scroll']}>
        <div className={styles['columns']}>
          <KeepQuestion />
          <PrefetchProgress />
          {first.map(cardOf)}
          {isRead && <Places key="places" groups={groups} locks={locks} />}
          {later.map(cardOf)}
        </div>
      </div>
    </>
  )
}

type HeaderActionsProps = {
  choice: CardsChoice
  onChoice: (choice: CardsChoice) => void
  /** Collections in which the user may create documents. */
  creatable: NavGroup['entities']
}

/** The menus that show and hide cards, and create documents. */
function HeaderActions({ choice, onChoice, creatable }: HeaderActionsProps) {
  const { t } = useT()
  const navigate = useNavigate()
  return (
    <>
      <MenuButton
        id={CHOICES}
        icon={SlidersHorizontal}
        label={t('galley:app.dashboard.cards')}
        items={orderOfCards(choice).map((card) => ({
          id: card,
          label: choice.hidden.includes(card)
            ? t('galley:app.dashboard.showCard', { title: t(TITLES[card]) })
            : t('galley:app.dashboard.hideCard', { title: t(TITLES[card]) }),
          onAction: () => onChoice(withCardShown(choice, card, choice.hidden.includes(card))),
        }))}
      />
      {creatable.length > 0 && (
        <MenuButton
          label={t('general:createNew')}
          variant="secondary"
          items={creatable.map((entry) => ({
            id: entry.slug,
            label: entry.singular,
            onAction: () => void navigate(adminRoutes.create(entry.slug)),
          }))}
        />
      )}
    </>
  )
}

const TITLES: Record<CardId, string> = {
  'needs-you': 'galley:app.dashboard.needsYou',
  continue: 'galley:app.dashboard.continue',
  changed: 'galley:app.dashboard.changedElsewhere',
  drafts: 'galley:app.dashboard.drafts',
  scheduled: 'galley:app.dashboard.scheduled',
}

/**
 * Keeps the cards that exist once this computer has answered in their order; cards that appear later go to the end,
 * so that nothing moves while it is read. A new choice restores the chosen order.
 */
function useFirstCards(
  shown: readonly CardId[],
  isRead: boolean,
  choice: CardsChoice,
): { first: CardId[]; later: CardId[] } {
  const [early, setEarly] = useState<{ choice: CardsChoice; cards: readonly CardId[] } | null>(null)
  const now = early !== null && early.choice !== choice ? { choice, cards: CARDS } : early
  const known = now ?? (isRead ? { choice, cards: shown } : null)
  if (known !== early) setEarly(known)
  if (known === null) return { first: [], later: [] }
  return {
    first: shown.filter((card) => known.cards.includes(card)),
    later: shown.filter((card) => !known.cards.includes(card)),
  }
}

const NO_SLUGS: readonly string[] = []

/**
 * Returns the content of each card, and the locks of the globals, of the documents that need the person and of the
 * first ones to continue. `isRead`: this computer has answered for all cards.
 */
function useCards(
  slugs: readonly string[],
  globals: readonly string[],
  isShown: (card: CardId) => boolean,
): { cards: Record<CardId, Content>; locks: ReadonlyMap<string, string>; isRead: boolean } {
  const words = useT()
  const { locale } = useContentLocale()
  const titleOf = useTitleOf()
  const documents = useCardDocuments(slugs, globals, isShown)
  const { urgent, goesOn, others, plans } = documents
  const refs = [...goesOn, ...others, ...plans].map(({ ref }) => ref)
  const named = useNamedDocuments(refs)
  const locks = useLocks([
    ...globals.map((slug) => makeRef('global', slug, '')),
    ...urgent,
    ...goesOn.slice(0, LINES).map(({ ref }) => ref),
  ])
  const lockOf = (ref: DocRef) => locks.get(refKey(ref)) ?? null
  return {
    locks,
    isRead: documents.isRead && named.isNewest,
    cards: {
      'needs-you': needsYouCard(documents.needsYou, lockOf, words),
      ...namedCards(documents, named, lockOf, words),
      drafts: draftsCard(documents, ({ collection, row }) => titleOf(collection, row, locale), lockOf, words),
    },
  }
}

type CardDocuments = ReturnType<typeof useCardDocuments>

/** Returns the documents of each card, so far as the card is shown. */
function useCardDocuments(
  slugs: readonly string[],
  globals: readonly string[],
  isShown: (card: CardId) => boolean,
) {
  const schema = useSchema()
  const now = useNow(60_000)
  const attention = useOutboxStart('attention', LINES)
  const rest = useOutboxStart('rest', MOST)
  const needsYou = attention ?? NOTHING
  const unsent = rest ?? NOTHING
  const edited = useEdited()
  const urgent = isShown('needs-you') ? needsYou.documents.map(({ ref }) => ref) : []
  const goesOn = isShown('continue') ? continued(edited, unsent.documents, urgent) : []
  const isChangedShown = isShown('changed')
  const elsewhere = useChangedElsewhere(
    isChangedShown ? slugs : NO_SLUGS,
    isChangedShown ? globals : NO_SLUGS,
    MOST,
  )
  const { changed, keepLook } = elsewhere
  const { scheduled, isRead: areSchedulesRead } = useScheduled()
  const plans = isShown('scheduled') ? upcoming(scheduled, now).slice(0, MOST) : []
  const withDrafts = useMemo(
    () =>
      schema.collections.filter(({ slug, versions }) => versions?.drafts === true && slugs.includes(slug)),
    [schema, slugs],
  )
  const { drafts, isRead: areDraftsRead } = useDrafts(isShown('drafts') ? withDrafts : [], LINES)

  const isUrgent = new Set(urgent.map(refKey))
  const others = changed.filter(({ ref }) => !isUrgent.has(refKey(ref)))
  const inHand = new Set([...urgent, ...goesOn.map(({ ref }) => ref)].map(refKey))
  const newest = drafts
    .flatMap(({ collection, rows }) => rows.map((row) => ({ collection, row })))
    .filter(({ row }) => !inHand.has(refKey(row.ref)))
    .toSorted((a, b) => (b.row.updatedAt ?? '').localeCompare(a.row.updatedAt ?? ''))
    .slice(0, LINES)
  const isRead =
    attention !== undefined && rest !== undefined && elsewhere.isRead && areSchedulesRead && areDraftsRead
  return { needsYou, urgent, goesOn, others, keepLook, plans, drafts, newest, isRead }
}

type LockOf = (ref: DocRef) => string | null

function needsYouCard(needsYou: OutboxPage, lockOf: LockOf, { t }: UseT): Content {
  return {
    isUrgent: true,
    lines: needsYou.documents.map((document) => (
      <NeedsYouLine key={refKey(document.ref)} document={document} lockedBy={lockOf(document.ref)} />
    )),
    ...(needsYou.total > needsYou.documents.length && {
      foot: (
        <AllIn to={adminRoutes.outbox()}>{t('galley:app.dashboard.all', { number: needsYou.total })}</AllIn>
      ),
    }),
  }
}

/** Returns the cards whose documents are known by their refs alone, so that their titles are read. */
function namedCards(
  { goesOn, others, plans, keepLook }: CardDocuments,
  named: ReturnType<typeof useNamedDocuments>,
  lockOf: LockOf,
  words: UseT,
): Record<'continue' | 'changed' | 'scheduled', Content> {
  const names = new Map(named.shown.map((one) => [refKey(one.docRef), one]))
  /** Returns the lines of readable documents; placeholders while they are read. */
  const linesOf = <One extends { ref: DocRef }>(
    list: readonly One[],
    line: (one: One, name: NamedDocument | null, key: string) => ReactNode,
  ): ReactNode[] =>
    list.flatMap((one) => {
      const key = refKey(one.ref)
      const name = names.get(key) ?? null
      return name === null && named.isRead ? [] : [line(one, name, key)]
    })
  const shared = (ref: DocRef, name: NamedDocument | null) => ({
    title: name?.title ?? null,
    to: adminRoutes.document(ref),
    state: name?.row?.state ?? null,
    kind: name?.kind ?? (ref.kind === 'global' ? words.t('general:globals') : null),
    lockedBy: lockOf(ref),
  })
  return {
    continue: {
      lines: linesOf(goesOn.slice(0, MOST), ({ ref, at, field }, name, key) => (
        <Line
          key={key}
          {...shared(ref, name)}
          to={adminRoutes.document(ref) + localeSuffix(field?.locale ?? null)}
          field={field}
          when={at !== '' && <Ago iso={at} />}
        />
      )),
    },
    changed: {
      lines: linesOf(others, ({ ref, at }, name, key) => (
        <Line key={key} {...shared(ref, name)} onOpen={keepLook} when={<Ago iso={at} />} />
      )),
    },
    scheduled: {
      lines: linesOf(plans, ({ ref, plan }, name, key) => (
        <Line key={key} {...shared(ref, name)} when={planWords(plan, words)} />
      )),
    },
  }
}

/** Returns the card of the newest drafts, with a link to all drafts of each collection. */
function draftsCard(
  { drafts, newest }: CardDocuments,
  titleOf: (one: CardDocuments['newest'][number]) => string,
  lockOf: LockOf,
  { t, label, formatNumber }: UseT,
): Content {
  return {
    lines: newest.map((one) => {
      const { collection, row } = one
      return (
        <Line
          key={refKey(row.ref)}
          title={titleOf(one)}
          to={adminRoutes.document(row.ref)}
          state={row.state}
          lockedBy={lockOf(row.ref)}
          kind={label(collection.labels.singular) || collection.slug}
          when={row.updatedAt !== null && <Ago iso={row.updatedAt} />}
        />
      )
    }),
    foot: drafts.map(({ collection, total }) => {
      const name = label(collection.labels.plural) || collection.slug
      return (
        <AllIn key={collection.slug} to={draftsAddress(collection.slug)}>
          {total === null ? name : t('galley:app.dashboard.draftsIn', { name, number: formatNumber(total) })}
        </AllIn>
      )
    }),
  }
}

/** The link to the whole list of a card. */
function AllIn({ to, children }: { to: string; children: string }) {
  return (
    <ButtonLink to={to} size="row" variant="quiet">
      {children}
    </ButtonLink>
  )
}
