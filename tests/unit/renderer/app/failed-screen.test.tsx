import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { renderInEnglish } from '../support/render-in-english.tsx'

vi.hoisted(() => vi.stubGlobal('galley', { call: async () => undefined, on: () => () => undefined }))
const { FailedScreen, FailedWindow } = await import('../../../../renderer/app/failed-screen.tsx')
const { heardJournal } = await import('../../../../renderer/data/store-errors.ts')

describe.each([
  ['screen', FailedScreen],
  ['window', FailedWindow],
])('F54 a %s that failed', (_name, Failed) => {
  const form = {}
  beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined))
  afterEach(() => {
    heardJournal(form, { kind: 'written' })
    cleanup()
    vi.restoreAllMocks()
  })

  it('says that what was typed is on this computer, where it is', async () => {
    await renderInEnglish(<Failed error={new Error('broken')} />)
    expect(screen.getByRole('alert').textContent).toContain('What you typed is saved on this computer.')
  })

  it('says that what was typed last is only in this window, where it could not be written', async () => {
    heardJournal(form, { kind: 'failed', why: 'drafts.put: database' })
    await renderInEnglish(<Failed error={new Error('broken')} />)
    const text = screen.getByRole('alert').textContent
    expect(text).toContain('could not be saved on this computer')
    expect(text).not.toContain('is on this computer')
  })
})
