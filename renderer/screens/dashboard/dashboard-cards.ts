import { refKey, type DocRef } from '../../../shared/cms/doc-ref.ts'
import type { CallOutput, OutboxDocument, SchedulePlan } from '../../../shared/ipc.ts'
import { entryStateOf, waysOutOf, waysOutOfMove, type UnsentState } from '../../../shared/sync/ways-out.ts'
import type { EditedDocument } from '../../data/ref-lists.ts'
import { nextPlan } from '../../data/next-plan.ts'

/** The dashboard's cards in default order. */
export const CARDS = ['needs-you', 'continue', 'changed', 'drafts', 'scheduled'] as const
export type CardId = (typeof CARDS)[number]

/** A person's choice of cards. Cards missing in `order` follow their predecessor in CARDS. */
export type CardsChoice = { readonly hidden: readonly CardId[]; readonly order: readonly CardId[] }
export const NO_CHOICE: CardsChoice = { hidden: [], order: [] }

/** Returns all cards in the chosen order, hidden ones too. */
export function orderOfCards({ order }: CardsChoice): CardId[] {
  const all = [...new Set(order)]
  CARDS.forEach((card, at) => {
    if (all.includes(card)) return
    const before = CARDS[at - 1]
    all.splice(before === undefined ? 0 : all.indexOf(before) + 1, 0, card)
  })
  return all
}

export function withCardShown(choice: CardsChoice, card: CardId, isShown: boolean): CardsChoice {
  const others = choice.hidden.filter((one) => one !== card)
  return { ...choice, hidden: isShown ? others : [...others, card] }
}

/** Moves a card past the shown one before (-1) or after (1) it; unchanged if there is none. */
export function withCardMoved(
  choice: CardsChoice,
  card: CardId,
  by: -1 | 1,
  shown: readonly CardId[],
): CardsChoice {
  const order = orderOfCards(choice)
  const inSight = order.filter((one) => shown.includes(one))
  const other = inSight[inSight.indexOf(card) + by]
  if (other === undefined || !inSight.includes(card)) return choice
  const others = order.filter((one) => one !== card)
  others.splice(others.indexOf(other) + (by === 1 ? 1 : 0), 0, card)
  return { ...choice, order: others }
}

/** A document that this person works on. `field`: the last edited field; null if unknown. */
export type Continued = { ref: DocRef; at: string; field: EditedDocument['field'] | null }

/**
 * Returns documents edited by hand, newest first, then others with unsent edits: a bulk edit must not displace typed
 * ones. `leftOut`: documents in another card.
 */
export function continued(
  edited: readonly EditedDocument[],
  unsent: readonly OutboxDocument[],
  leftOut: readonly DocRef[],
): Continued[] {
  const known = new Set([...edited.map(({ ref }) => ref), ...leftOut].map(refKey))
  const elsewhere = new Set(leftOut.map(refKey))
  const others = unsent.flatMap((document): Continued[] => {
    const at = [...document.entries, ...document.moves].at(-1)?.updatedAt
    return known.has(refKey(document.ref)) ? [] : [{ ref: document.ref, at: at ?? '', field: null }]
  })
  const byHand = edited.filter(({ ref }) => !elsewhere.has(refKey(ref)))
  return [byHand, others].flatMap((lines: Continued[]) => lines.toSorted((a, b) => b.at.localeCompare(a.at)))
}

export type Upcoming = { ref: DocRef; plan: SchedulePlan }

/** Returns the server's next scheduled action of each document, the soonest first. */
export function upcoming(scheduled: CallOutput<'documents.scheduled'>, now: number): Upcoming[] {
  return scheduled
    .flatMap(({ ref, plans }): Upcoming[] => {
      const plan = nextPlan(plans, now)
      return plan === null ? [] : [{ ref, plan }]
    })
    .toSorted((a, b) => Date.parse(a.plan.at) - Date.parse(b.plan.at))
}

/**
 * The suggested step for a document that needs a person: decide a conflict; retry, if the edit itself may be fine;
 * else open its form or the outbox.
 */
export type NextStep =
  { kind: 'resolve'; key: string } | { kind: 'retry'; key: string } | { kind: 'edit' } | { kind: 'outbox' }

/** Reasons outside of the edit, so that a retry may work. */
const NOT_IN_THE_EDIT: ReadonlySet<UnsentState> = new Set([
  'failing',
  'locked',
  'server-error',
  'schema-unread',
  'base-moved',
  'outcome-unknown',
  'neighbour-gone',
  'no-place-yet',
  'second-draft',
  'stopped',
])

export function nextStep({ entries, moves }: Pick<OutboxDocument, 'entries' | 'moves'>): NextStep {
  const entry = entries.find(({ problem }) => problem !== null)
  const move = moves.find(({ problem }) => problem !== null)
  const troubled = entry ?? move
  if (troubled === undefined)
    return entries.length + moves.length === 0 ? { kind: 'edit' } : { kind: 'outbox' }
  const ways = entry !== undefined ? waysOutOf(entry) : waysOutOfMove(troubled)
  if (ways.includes('decide')) return { kind: 'resolve', key: troubled.key }
  const isWorthATry = NOT_IN_THE_EDIT.has(entryStateOf(troubled)) || !ways.includes('edit')
  if (ways.includes('retry') && isWorthATry) return { kind: 'retry', key: troubled.key }
  return ways.includes('edit') ? { kind: 'edit' } : { kind: 'outbox' }
}
