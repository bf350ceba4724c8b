import { describe, expect, test } from 'vitest'
import {
  CARDS,
  continued,
  nextStep,
  NO_CHOICE,
  orderOfCards,
  upcoming,
  withCardMoved,
  withCardShown,
} from '../../../../renderer/screens/dashboard/dashboard-cards.ts'
import { withEdited, withEditedRef, type EditedDocument } from '../../../../renderer/data/ref-lists.ts'
import type { DocRef } from '../../../../shared/cms/doc-ref.ts'
import type { OutboxDocument, SchedulePlan } from '../../../../shared/ipc.ts'
import type { OutboxEntry, ProblemCode } from '../../../../shared/sync/entry.ts'

const post = (id: string): DocRef => ({ kind: 'collection', slug: 'posts', id })
const at = (hour: number) => `2026-11-28T${String(hour).padStart(2, '0')}:00:00.000Z`
const field = { path: 'title', locale: 'en' }
const edited = (id: string, hour: number): EditedDocument => ({ ref: post(id), at: at(hour), field })
const entry = (more: Partial<OutboxEntry> = {}): OutboxEntry => ({
  key: 'e',
  seq: 1,
  ref: post('1'),
  create: false,
  mode: 'draft',
  locale: 'en',
  changes: [],
  state: 'waiting',
  problem: null,
  attempts: 0,
  createdAt: at(1),
  updatedAt: at(1),
  group: null,
  waitsFor: [],
  ...more,
})
const unsent = (id: string, entries: OutboxEntry[] = []): OutboxDocument => ({
  ref: post(id),
  place: { queued: true, seq: 1 },
  title: null,
  isNew: false,
  isGone: false,
  hasDraft: entries.length === 0,
  state: { kind: 'saved' },
  entries,
  moves: [],
})
const parked = (code: ProblemCode): OutboxEntry =>
  entry({ state: 'parked', problem: { code, message: '', status: null, fields: [], conflicts: [] } })

describe('the documents that a person edited', () => {
  test('are each there once, the newest first, as many as are kept', () => {
    let list: EditedDocument[] = []
    for (let hour = 0; hour < 23; hour += 1) list = withEdited(list, edited(String(hour), hour))
    list = withEdited(list, edited('3', 23))
    expect(list.map(({ ref }) => ref).slice(0, 2)).toEqual([post('3'), post('22')])
    for (let more = 100; more < 200; more += 1) list = withEdited(list, edited(String(more), 23))
    expect(list).toHaveLength(25)
  })

  test('follow a document to the id that the server gives it', () => {
    const list = [edited('tmp', 2), edited('9', 1)]
    expect(withEditedRef(list, post('tmp'), post('9'))).toEqual([edited('9', 2)])
  })
})

describe('Continue', () => {
  test('has what was edited by hand, the newest first, and behind it what else is unsent', () => {
    const lines = continued(
      [edited('1', 9), edited('2', 7)],
      [
        unsent('2'),
        unsent('3', [entry({ updatedAt: at(8) })]),
        unsent('4'),
        unsent('5', [entry({ updatedAt: at(10) })]),
      ],
      [],
    )
    expect(lines).toEqual([
      { ref: post('1'), at: at(9), field },
      { ref: post('2'), at: at(7), field },
      { ref: post('5'), at: at(10), field: null },
      { ref: post('3'), at: at(8), field: null },
      { ref: post('4'), at: '', field: null },
    ])
  })

  test('leaves out what another card shows', () => {
    expect(continued([edited('1', 9)], [unsent('2')], [post('1'), post('2')])).toEqual([])
  })
})

describe('Scheduled', () => {
  test('has the next plan of each document that has one to come, the soonest first', () => {
    const plan = (hour: number): SchedulePlan => ({
      id: String(hour),
      type: 'publish',
      locale: null,
      timeZone: null,
      at: at(hour),
    })
    const scheduled = [
      { ref: post('1'), plans: [plan(20), plan(15)] },
      { ref: post('2'), plans: [plan(3)] },
      { ref: post('3'), plans: [plan(13)] },
    ]
    expect(upcoming(scheduled, Date.parse(at(12)))).toEqual([
      { ref: post('3'), plan: plan(13) },
      { ref: post('1'), plan: plan(15) },
    ])
  })
})

describe('the step that a document in Needs you is given', () => {
  test.each<[ProblemCode, string]>([
    ['conflict', 'resolve'],
    ['server-error', 'retry'],
    ['locked', 'retry'],
    ['gone', 'retry'],
    ['validation', 'edit'],
    ['password-missing', 'edit'],
    ['denied', 'edit'],
    ['broken', 'outbox'],
  ])('%s: %s', (code, kind) => {
    expect(nextStep({ entries: [parked(code)], moves: [] }).kind).toBe(kind)
  })

  test('is the document itself where the server has other values than were sent', () => {
    expect(nextStep({ entries: [], moves: [] })).toEqual({ kind: 'edit' })
  })
})

describe('the choice of cards', () => {
  test('without one they are all there in their order', () => {
    expect(orderOfCards(NO_CHOICE)).toEqual(CARDS)
  })

  test('a card that no choice names yet stands behind the one that is before it', () => {
    expect(orderOfCards({ hidden: [], order: ['scheduled', 'continue', 'needs-you'] })).toEqual([
      'scheduled',
      'continue',
      'changed',
      'drafts',
      'needs-you',
    ])
  })

  test('a card goes past the next one that can be seen, and the ends hold it', () => {
    const shown = ['needs-you', 'drafts'] as const
    const down = withCardMoved(NO_CHOICE, 'needs-you', 1, shown)
    expect(orderOfCards(down)).toEqual(['continue', 'changed', 'drafts', 'needs-you', 'scheduled'])
    expect(withCardMoved(down, 'needs-you', 1, shown)).toBe(down)
    expect(orderOfCards(withCardMoved(down, 'needs-you', -1, shown)).indexOf('needs-you')).toBe(2)
    expect(withCardMoved(NO_CHOICE, 'needs-you', -1, shown)).toBe(NO_CHOICE)
  })

  test('a card is hidden once, and shown again', () => {
    const hidden = withCardShown(withCardShown(NO_CHOICE, 'drafts', false), 'drafts', false)
    expect(hidden.hidden).toEqual(['drafts'])
    expect(withCardShown(hidden, 'drafts', true).hidden).toEqual([])
  })
})
