import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { BlockCard } from '../../../../renderer/richtext/features/site-blocks/block-card.tsx'
import { InlineBlockChip } from '../../../../renderer/richtext/features/inline-blocks/inline-block-chip.tsx'
import { Shimmer, Skeleton } from '../../../../renderer/ui/skeleton/skeleton.tsx'
import { renderInEnglish } from '../support/render-in-english.tsx'

afterEach(cleanup)

const shimmer = () => {
  const style = document.querySelector<HTMLElement>('[data-shimmer]')?.style
  return { height: style?.blockSize, width: style?.inlineSize, delay: style?.animationDelay }
}

it('S9.16 loaders are shown after 500 ms, one after another by 25 ms, 60 px high; 8rem where a difference is read and 15px for an inline block', async () => {
  await renderInEnglish(<Skeleton lines={3} />)
  const lines = [...document.querySelectorAll<HTMLElement>('[role=status] > [aria-hidden]')]
  expect(lines.map(({ style }) => style.animationDelay)).toEqual(['500ms', '525ms', '550ms'])
  cleanup()
  render(<Shimmer index={2} />)
  expect(shimmer()).toMatchObject({ height: '60px', delay: '50ms' })
  cleanup()
  // Parts of a text that stands beside another one, without the schema of its field.
  await renderInEnglish(<BlockCard nodeKey="1" data={{}} cacheBuster={0} />)
  expect(shimmer()).toMatchObject({ height: '8rem', delay: '500ms' })
  cleanup()
  await renderInEnglish(<InlineBlockChip nodeKey="1" data={{}} cacheBuster={0} />)
  expect(shimmer()).toMatchObject({ height: '15px', width: '40px' })
})
