import { cleanup, render, screen } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { WindowedGroups } from '../../../../renderer/screens/outbox/windowed-groups.tsx'
import { refId } from '../../../../shared/cms/doc-ref.ts'
import type { OutboxDocument, OutboxPage } from '../../../../shared/ipc.ts'
import { buildEntry } from '../../shared/build-entry.ts'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

function outbox(count: number): OutboxDocument[] {
  return Array.from({ length: count }, (_, index) => {
    const ref = { kind: 'collection' as const, slug: 'posts', id: String(index) }
    const entries = [buildEntry({ key: `e${index}`, seq: index + 1, ref })]
    const facts = { isNew: false, isGone: false, hasDraft: false }
    const place = { queued: true, seq: index + 1 }
    const state = { kind: 'waiting' as const, count: 1 }
    return { ref, place, title: `Post ${index}`, ...facts, state, entries, moves: [] }
  })
}

type GroupsProps = { page: OutboxPage; pinned?: OutboxDocument[]; onSeen?: (number: number) => void }

function Groups({ page, pinned = [], onSeen = () => undefined }: GroupsProps) {
  const scroll = useRef<HTMLDivElement>(null)
  return (
    <div ref={scroll}>
      <WindowedGroups
        label="Outbox"
        titleOf={({ ref }) => `Post ${refId(ref)}`}
        page={page}
        pinned={pinned.map((document) => ({ document, number: Number(refId(document.ref)) }))}
        scroll={scroll}
        reveal={null}
        onSeen={onSeen}
      >
        {(one) => <h2>{`Post ${refId(one.ref)}`}</h2>}
      </WindowedGroups>
    </div>
  )
}

const pageOf = (documents: OutboxDocument[], first: number, count: number): OutboxPage => ({
  documents: documents.slice(first, first + count),
  first,
  total: documents.length,
  names: [],
})
const drawn = (): (string | null)[] => screen.getAllByRole('heading').map((head) => head.textContent)

/** Simulates layout, which jsdom lacks: a window of 600 px, and groups of 74. */
function seeSome(): void {
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600)
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(74)
}

it('F41 of an outbox of thousands of documents draws those that can be seen, and those that are looked at', () => {
  seeSome()
  const all = outbox(5000)
  render(<Groups page={pageOf(all, 0, 100)} pinned={all.slice(4321, 4322)} />)
  expect(drawn().slice(0, 3)).toEqual(['Post 0', 'Post 1', 'Post 2'])
  expect(drawn().at(-1)).toBe('Post 4321')
  expect(drawn().length).toBeLessThan(40)
})

it('F41 says of each document which of how many it is, also of those that are not read', () => {
  seeSome()
  render(<Groups page={pageOf(outbox(5000), 0, 100)} />)
  const article = screen.getByRole('article', { name: 'Post 2' })
  expect(article.getAttribute('aria-posinset')).toBe('3')
  expect(article.getAttribute('aria-setsize')).toBe('5000')
})

it('what is not read yet has its room, and is busy', () => {
  seeSome()
  render(<Groups page={pageOf(outbox(5000), 400, 100)} />)
  expect(screen.queryAllByRole('heading')).toEqual([])
  expect(screen.getByRole('feed').getAttribute('aria-busy')).toBe('true')
})

it('a short outbox is all there', () => {
  render(<Groups page={pageOf(outbox(20), 0, 100)} />)
  expect(drawn()).toHaveLength(20)
})
