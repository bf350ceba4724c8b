import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { ChangedWords } from '../../../../renderer/ui/text-change/changed-words.tsx'

afterEach(cleanup)

/** The text with what is gone as [-…-] and what is new as [+…+]. */
function marked(before: string, text: string): string {
  const { container } = render(<ChangedWords before={before} text={text} />)
  return Array.from(container.childNodes, (node) => {
    const words = node.textContent ?? ''
    return node.nodeName === 'INS' ? `[+${words}+]` : node.nodeName === 'DEL' ? `[-${words}-]` : words
  }).join('')
}

it('marks what was taken out', () => {
  expect(marked('Runs twice a day, never on Sundays.', 'Runs twice a day.')).toBe(
    'Runs twice a day[-, never on Sundays-].',
  )
})

it('marks each place that changed, and nothing between them', () => {
  expect(marked('12,50 for the cabin and 3 hours', '14,50 for the cabin and 4 hours')).toBe(
    '[-12,50-][+14,50+] for the cabin and [-3-][+4+] hours',
  )
})

it('marks nothing in a text that shares no word with the one before, or is the same', () => {
  expect(marked('Night train', 'Ferry')).toBe('Ferry')
  expect(marked('Night train', 'Night train')).toBe('Night train')
})
