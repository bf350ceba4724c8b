import { act, cleanup, render, screen } from '@testing-library/react'
import { BrowserRouter, useLocation, useNavigate, type NavigateFunction } from 'react-router-dom'
import { useEffect } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { bridgeOf } from '../form/form-fixtures.ts'

/* The screen that a window opens on again, over the history of the page. */

const fake = bridgeOf({})
vi.stubGlobal('galley', fake.bridge)
const { comeBack, useKeepPlace } = await import('../../../../renderer/app/navigation/come-back.ts')
const { noteDrawers } = await import('../../../../renderer/data/page-state.ts')
const { placeAt, putPlace } = await import('../../../../renderer/data/kept-place.ts')

const server = { id: 's', url: 'https://cms.example', name: 'S', waiting: 0, lastIdentifier: null }
let person = 0
const account = (userId = `${person}`) => ({ server, collection: 'users', userId, label: 'Ines' })
beforeEach(() => {
  cleanup()
  person += 1
  startAnew()
})

/** A new window: nothing is left but what is kept on the disk. */
function startAnew(): void {
  cleanup()
  sessionStorage.clear()
  history.replaceState(null, '', '/')
}

let go: NavigateFunction = () => undefined
function Screen({ of }: { of: ReturnType<typeof account> }) {
  useKeepPlace(of)
  const navigate = useNavigate()
  useEffect(() => {
    go = navigate
  }, [navigate])
  const { pathname, search, state, key } = useLocation()
  return (
    <>
      <output>{JSON.stringify([pathname + search, state])}</output>
      <output>{key}</output>
      <input id="form-3-title" aria-label="Title" />
    </>
  )
}
function open(of = account()): void {
  comeBack(of)
  render(
    <BrowserRouter>
      <Screen of={of} />
    </BrowserRouter>,
  )
}
const shown = (): unknown => JSON.parse(screen.getAllByRole('status')[0]?.textContent ?? '')
const keyShown = () => screen.getAllByRole('status')[1]?.textContent ?? ''

it('U54 (place) is the one on which it was left, with the scroll position and the field of the caret', () => {
  open()
  expect(shown()).toEqual(['/', null])
  act(() => void go('/collections/posts/7?locale=de'))
  putPlace(keyShown(), { top: 420, row: null })
  act(() => void window.dispatchEvent(new Event('pagehide')))
  startAnew()
  open()
  expect(shown()).toEqual(['/collections/posts/7?locale=de', { cameBack: true }])
  expect(placeAt(keyShown())?.top).toBe(420)

  // The field is led to: the page is not scrolled away from it.
  putPlace(keyShown(), { top: 0, row: null })
  screen.getByRole('textbox').focus()
  act(() => void window.dispatchEvent(new Event('pagehide')))
  startAnew()
  open()
  const askedField = { path: 'title', locale: 'de' }
  expect(shown()).toEqual(['/collections/posts/7?locale=de', { cameBack: true, askedField }])
})

it('U54 (drawers) holds the documents that lay over it in drawers', () => {
  const drawers = [{ kind: 'collection' as const, slug: 'authors', id: '3' }]
  open()
  act(() => void go('/collections/posts'))
  noteDrawers(drawers)
  act(() => void window.dispatchEvent(new Event('pagehide')))
  noteDrawers([])
  startAnew()
  open()
  expect(shown()).toEqual(['/collections/posts', { cameBack: true, drawers }])
})

it('is kept when the program ends, too, and is nobody else’s', () => {
  open()
  act(() => void go('/collections/posts'))
  act(() => fake.emit('app.flush', { token: 't' }))
  startAnew()
  open(account('somebody else'))
  expect(shown()).toEqual(['/', null])
  startAnew()
  open()
  expect(shown()).toEqual(['/collections/posts', { cameBack: true }])
})

it('is the dashboard for who signs in in the window of another person, whose place stays theirs', () => {
  open(account('somebody else'))
  act(() => void go('/collections/posts/5'))
  cleanup()
  open()
  expect(shown()).toEqual(['/', null])
  startAnew()
  open(account('somebody else'))
  expect(shown()).toEqual(['/collections/posts/5', { cameBack: true }])
})

it('is the dashboard where that was left last, or an address that begins something', () => {
  open()
  act(() => void go('/collections/posts'))
  act(() => void go('/collections/posts/create'))
  startAnew()
  open()
  expect(shown()).toEqual(['/collections/posts', { cameBack: true }])
  act(() => void go('/'))
  startAnew()
  open()
  expect(shown()).toEqual(['/', null])
})

it('is looked for once in a window: a page that is loaded anew stays where it is', () => {
  open()
  act(() => void go('/collections/posts'))
  cleanup()
  history.replaceState(null, '', '/')
  open()
  expect(shown()).toEqual(['/', null])
})

it('does not take the place of an address that the window was opened with', () => {
  open()
  act(() => void go('/collections/posts'))
  startAnew()
  history.replaceState(null, '', '/globals/header')
  open()
  expect(shown()).toEqual(['/globals/header', null])
})
