import { act, cleanup, screen } from '@testing-library/react'
import { Link, MemoryRouter, Route, Routes } from 'react-router-dom'
import { afterEach, expect, it } from 'vitest'
import { useStillHere } from '../../../../renderer/data/use-still-here.ts'
import { renderInEnglish } from '../support/render-in-english.tsx'

afterEach(cleanup)

let isStillHere: () => boolean
function Begin() {
  const stillHere = useStillHere()
  return <button onClick={() => (isStillHere = stillHere())}>Begin</button>
}

it('who began something is there until they go elsewhere, and not again when they are back', async () => {
  await renderInEnglish(
    <MemoryRouter initialEntries={['/list']}>
      <Link to="/list">List</Link>
      <Link to="/post">Post</Link>
      <Routes>
        <Route path="/list" element={<Begin />} />
        <Route path="/post" element={<p>Writing</p>} />
      </Routes>
    </MemoryRouter>,
  )
  const press = (name: string) => act(() => screen.getByText(name).click())
  press('Begin')
  expect(isStillHere()).toBe(true)
  press('Post')
  expect(isStillHere()).toBe(false)
  press('List')
  expect(isStillHere()).toBe(false)
})
