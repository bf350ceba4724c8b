import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { refId } from '../../../../shared/cms/doc-ref.ts'
import type { CallInput, ListPage, ListQuery } from '../../../../shared/ipc.ts'
import type { KnownPermissions } from '../../../../shared/cms/document-permissions.ts'
import type { JsonObject } from '../../../../shared/json.ts'
import { collection, text } from '../../shared/build-fields.ts'
import { site } from '../../store/support/site.ts'
import { tries } from '../../../support/tries.ts'
import { bridgeOf } from '../form/form-fixtures.ts'
import { renderInEnglish } from '../support/render-in-english.tsx'

/* Moves of rows while their answers and older or newer lists arrive in any order. */

const posts = collection([text('title'), text('_order')], { slug: 'posts', versions: null })
const query: ListQuery = {
  slug: 'posts',
  page: 1,
  limit: 10,
  sort: '_order',
  search: '',
  where: null,
  locale: 'en',
}
const IDS = ['1', '2', '3', '4', '5']

/** The store: the order, and the number of foreign title edits. */
let store = { ids: IDS, edits: 0 }
/** Known permissions of single documents, and those for all. */
let known: Record<string, KnownPermissions> = {}
let all: JsonObject = { update: true }
/** Pending answers, in the order of the questions. */
let reads: (() => void)[] = []
let moves: (() => void)[] = []
/** Invalidates the list. */
let reread = (): void => undefined

function readList(): Promise<ListPage> {
  const { ids, edits } = store
  const rows = ids.map((id) => ({
    ref: { kind: 'collection' as const, slug: 'posts', id },
    data: { id, title: `${id} ${edits}`, _order: `a${ids.indexOf(id)}` },
    updatedAt: null,
    isNew: false,
    status: null,
    state: { kind: 'saved' as const },
    complete: true,
    ...(known[id] && { permissions: known[id] }),
  }))
  const page: ListPage = {
    rows,
    totalDocs: rows.length,
    source: 'computer',
    fetchedAt: null,
    coverage: { here: rows.length, total: null },
  }
  return new Promise((resolve) => reads.push(() => resolve(page)))
}

type MoveOutcome = { outcome: 'queued' | 'not-here' | 'not-movable' }

/** Rejects moves; null: all are accepted. */
let refusal: (() => Promise<MoveOutcome>) | null = null

function moveThere({ ref, move }: CallInput<'documents.move'>): Promise<MoveOutcome> {
  if (refusal !== null) return refusal()
  return new Promise((resolve) => {
    moves.push(() => {
      const id = refId(ref)
      const others = store.ids.filter((one) => one !== id)
      const [beside] = move.near
      const at = others.indexOf(beside?.id ?? '') + (beside?.side === 'greater' ? 1 : 0)
      store = { ...store, ids: others.toSpliced(at, 0, id) }
      reread()
      resolve({ outcome: 'queued' })
    })
  })
}

const main = bridgeOf({
  'session.get': () => ({ permissions: { collections: { posts: all } } }),
  'documents.list': readList,
  'documents.move': moveThere,
})
vi.stubGlobal('galley', main.bridge)
const { createQueryClient } = await import('../../../../renderer/data/query-client.ts')
const { useListQuery, useSessionQuery } = await import('../../../../renderer/data/queries.ts')
const { SchemaProvider } = await import('../../../../renderer/data/schema-context.tsx')
const { toastQueue } = await import('../../../../renderer/ui/toast/toast-queue.ts')
const { useOrder } = await import('../../../../renderer/fields/order/use-order.ts')
afterEach(() => {
  cleanup()
  refusal = null
  known = {}
  all = { update: true }
  for (const { key } of toastQueue.visibleToasts) toastQueue.close(key)
})

function List() {
  const list = useListQuery(query)
  useSessionQuery()
  const { rows, order } = useOrder({
    collection: posts,
    field: '_order',
    scope: null,
    sort: query.sort,
    rows: list.data?.rows ?? [],
    reread: list.refetch,
    titleOf: () => 'Post',
    before: 0,
    total: IDS.length,
  })
  return (
    <>
      <button onClick={() => order?.moveBy('1', 1)}>down</button>
      <button onClick={() => order?.moveBy('1', -1)}>up</button>
      <ol aria-label={order === null ? 'still' : 'ordered'}>
        {rows.map((row) => (
          <li key={refId(row.ref)}>
            {refId(row.ref)}
            {order?.isMovable(row) === false && ' fixed'}
          </li>
        ))}
      </ol>
    </>
  )
}

const shown = () =>
  within(screen.getByRole('list', { name: 'ordered' }))
    .getAllByRole('listitem')
    .map((item) => item.textContent)

/** Acts and waits for all effects that need no answer. */
function untilQuiet(what: () => void): Promise<void> {
  return act(async () => {
    what()
    await new Promise((resolve) => setTimeout(resolve, 0))
  })
}

const answer = (from: (() => void)[]) => untilQuiet(() => from.shift()?.())

/** Reads one at a time, and once more for later changes; like the app, without its pauses. */
function rereaderOf(client: QueryClient): () => void {
  let isReading = false
  let again = false
  const read = async (): Promise<void> => {
    isReading = true
    while (again) {
      again = false
      await client.invalidateQueries({ queryKey: ['list'] })
    }
    isReading = false
  }
  return () => {
    again = true
    if (!isReading) void read()
  }
}

type Step = 'down' | 'up' | 'move is answered' | 'list is read' | 'list is answered' | 'somebody edits'

const step = fc.constantFrom<Step>(
  'down',
  'up',
  'move is answered',
  'list is read',
  'list is answered',
  'somebody edits',
)

/** A list read before the move was stored arrives after it. */
const FOUND: readonly (readonly Step[])[] = [
  ['down', 'move is answered', 'down', 'move is answered', 'list is answered', 'down'],
  ['down', 'somebody edits', 'list is read', 'move is answered', 'list is answered', 'down'],
]

async function showList(first = IDS): Promise<{ end: () => void }> {
  store = { ids: IDS, edits: 0 }
  reads = []
  moves = []
  const client = createQueryClient()
  reread = rereaderOf(client)
  const { unmount } = await renderInEnglish(
    <QueryClientProvider client={client}>
      <SchemaProvider value={{ ...site, collections: [posts] }}>
        <List />
      </SchemaProvider>
    </QueryClientProvider>,
  )
  await vi.waitFor(async () => {
    await answer(reads)
    expect(shown()).toEqual(first)
  })
  return {
    end() {
      unmount()
      client.clear()
    },
  }
}

test.each<[string, () => Promise<MoveOutcome>, RegExp]>([
  ['is not here', async () => ({ outcome: 'not-here' }), /not on this computer/],
  ['is not taken, as it is gone', async () => ({ outcome: 'not-movable' }), /It is gone, or will be deleted/],
  ['could not be written down', () => Promise.reject(new Error('no disk')), /did not work: no disk/],
])('a row whose move %s is said, and stands where it was', async (_what, answerMove, words) => {
  await showList()
  refusal = answerMove
  await untilQuiet(() => void fireEvent.click(screen.getByRole('button', { name: 'down' })))
  await vi.waitFor(async () => {
    await answer(reads)
    expect(shown()).toEqual(IDS)
  })
  expect(toastQueue.visibleToasts.map(({ content }) => content.text)).toEqual([expect.stringMatching(words)])
})

const may = (edit: boolean): KnownPermissions => ({
  answer: {
    edit,
    update: edit,
    publish: edit,
    unpublish: edit,
    delete: edit,
    create: edit,
    byData: false,
    hiddenFields: [],
    fixedFields: [],
  },
  isOfNow: true,
  fulfils: { update: null, delete: null },
})

test('F59 (part) a row of which the server said that it may not be changed is not moved, and says so', async () => {
  known = { '1': may(false) }
  await showList(['1 fixed', '2', '3', '4', '5'])
  await untilQuiet(() => void fireEvent.click(screen.getByRole('button', { name: 'down' })))
  expect(moves).toEqual([])
  expect(toastQueue.visibleToasts.map(({ content }) => content.text)).toEqual([
    'Your account may not change this document',
  ])
})

test('F59 (part) a row that may be changed is moved where others may not', async () => {
  all = {}
  known = { '1': may(true) }
  await showList(['1', '2 fixed', '3 fixed', '4 fixed', '5 fixed'])
  await untilQuiet(() => void fireEvent.click(screen.getByRole('button', { name: 'down' })))
  expect(moves).toHaveLength(1)
})

test('a row that is moved goes one place further with each press, and stays there, whatever comes first', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 16 }), async (steps) => {
      const { end } = await showList()
      const take = async (one: Step): Promise<void> => {
        if (one === 'down' || one === 'up')
          await untilQuiet(() => void fireEvent.click(screen.getByRole('button', { name: one })))
        else if (one === 'move is answered') await answer(moves)
        else if (one === 'list is answered') await answer(reads)
        else if (one === 'somebody edits') store = { ...store, edits: store.edits + 1 }
        else await untilQuiet(reread)
      }
      try {
        let place = 0
        for (const one of steps) {
          await take(one)
          if (one === 'down') place = Math.min(place + 1, IDS.length - 1)
          if (one === 'up') place = Math.max(place - 1, 0)
          expect([one, shown().indexOf('1')]).toEqual([one, place])
        }
        while (moves.length + reads.length > 0) {
          await answer(moves)
          await answer(reads)
        }
        expect(shown()).toEqual(IDS.slice(1).toSpliced(place, 0, '1'))
        expect(store.ids).toEqual(shown())
      } finally {
        end()
      }
    }),
    tries(40, { examples: FOUND.map((steps): [Step[]] => [[...steps]]) }),
  )
})
