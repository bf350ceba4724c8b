import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { DocRef } from '../../../../shared/cms/doc-ref.ts'
import { bridgeOf, manual, openSite, viewOf } from '../form/form-fixtures.ts'
import { renderInEnglish } from '../support/render-in-english.tsx'
import { waitFor } from '../../../support/wait.ts'

let disk: Error | null = null
const main = bridgeOf({
  'documents.get': () => viewOf(),
  'drafts.put': () => {
    if (disk !== null) throw disk
    return { savedAt: '' }
  },
})
vi.stubGlobal('galley', main.bridge)
const { openDocuments } = await import('../../../../renderer/app/open-documents.ts')
const { FailedScreen, FailedWindow } = await import('../../../../renderer/app/failed-screen.tsx')

const post: DocRef = { kind: 'collection', slug: 'posts', id: '7' }

async function openPost() {
  const session = openDocuments.open(post, manual, openSite)
  const release = openDocuments.retain(session)
  await waitFor(() => expect(session.getSnapshot().status).toBe('ready'))
  const form = session.getSnapshot().form
  if (!form || !release) throw new Error('not open')
  return { form: form.inLocale('en'), release }
}

const said = () => screen.getByRole('alert').textContent

describe('F54 what the words of a failure are about', () => {
  beforeEach(() => {
    disk = null
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
  })
  afterEach(() => {
    cleanup()
    vi.restoreAllMocks()
  })

  it.each([
    ['screen', FailedScreen],
    ['window', FailedWindow],
  ])('is what became of what was typed in an open document: the %s', async (_name, Failed) => {
    const { form, release } = await openPost()
    await renderInEnglish(<Failed error={new Error('broken')} />)
    expect(said()).toContain('What you typed is saved on this computer.')

    disk = new Error('drafts.put: database')
    form.setField('slug', 'abisko')
    expect(await act(() => openDocuments.flush())).toBe(false)
    expect(said()).toContain('could not be saved on this computer')
    expect(said()).not.toContain('What you typed is saved on this computer.')

    disk = null
    expect(await act(() => openDocuments.flush())).toBe(true)
    expect(said()).toContain('What you typed is saved on this computer.')

    form.setField('slug', 'kiruna')
    await act(() => openDocuments.flush())
    release()
  })
})
