import { cleanup, render, screen } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { WindowedGroups } from '../../../../renderer/screens/outbox/windowed-groups.tsx'
import { refId } from '../../../../shared/cms/doc-ref.ts'
import type { OutboxDocument } from '../../../../shared/ipc.ts'
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
    return { ref, title: `Post ${index}`, ...facts, state: { kind: 'waiting', count: 1 }, entries }
  })
}

function Groups({ documents, pinned }: { documents: OutboxDocument[]; pinned: string[] }) {
  const scroll = useRef<HTMLDivElement>(null)
  return (
    <div ref={scroll}>
      <WindowedGroups documents={documents} scroll={scroll} pinned={new Set(pinned)}>
        {(one) => <h2>{`Post ${refId(one.ref)}`}</h2>}
      </WindowedGroups>
    </div>
  )
}

const drawn = (): (string | null)[] => screen.getAllByRole('heading').map((head) => head.textContent)

it('F41 of an outbox of thousands of documents draws those that can be seen, and those that are looked at', () => {
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600)
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(74)
  render(<Groups documents={outbox(5000)} pinned={['collection:posts:4321']} />)
  expect(drawn().slice(0, 3)).toEqual(['Post 0', 'Post 1', 'Post 2'])
  expect(drawn().at(-1)).toBe('Post 4321')
  expect(drawn().length).toBeLessThan(40)
})

it('a short outbox is all there', () => {
  render(<Groups documents={outbox(20)} pinned={[]} />)
  expect(drawn()).toHaveLength(20)
})
