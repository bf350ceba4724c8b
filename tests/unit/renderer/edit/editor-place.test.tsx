import { act, cleanup } from '@testing-library/react'
import { useEffect } from 'react'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { afterEach, expect, it } from 'vitest'
import { useEditorPlace } from '../../../../renderer/screens/edit/editor-place.ts'
import { renderInEnglish } from '../support/render-in-english.tsx'

afterEach(cleanup)

let place: ReturnType<typeof useEditorPlace> | null = null
let address = ''
function Screen() {
  const own = useEditorPlace()
  const { pathname, search } = useLocation()
  useEffect(() => {
    place = own
    address = pathname + search
  })
  return null
}

it('another document and the list that is left for are shown in the locale one is in', async () => {
  await renderInEnglish(
    <MemoryRouter initialEntries={['/collections/pages/1?locale=de']}>
      <Screen />
    </MemoryRouter>,
  )
  await act(async () => place?.show({ kind: 'collection', slug: 'pages', id: '2' }))
  expect(address).toBe('/collections/pages/2?locale=de')
  await act(async () => place?.leave('pages'))
  expect(address).toBe('/collections/pages?locale=de')
})
