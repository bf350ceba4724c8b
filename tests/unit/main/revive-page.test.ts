import { EventEmitter } from 'node:events'
import type { BrowserWindow } from 'electron'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createLog } from '../../../main/log.ts'
import { revivePage } from '../../../main/windows/revive-page.ts'
import { waitFor } from '../../support/wait.ts'

const shown = vi.hoisted(() => vi.fn<(title: string, text: string) => void>())
vi.mock('electron', () => ({ dialog: { showErrorBox: shown } }))

/** A window whose page crashes when told to. */
function openWindow(unwritten: () => boolean) {
  const webContents = Object.assign(new EventEmitter(), { reload: vi.fn<() => void>() })
  const window = { webContents, isDestroyed: () => false } as unknown as BrowserWindow
  revivePage(window, { language: () => 'en', unwritten, log: createLog('error', []) })
  const crash = () => webContents.emit('render-process-gone', {}, { reason: 'crashed' })
  return { crash, reload: webContents.reload }
}

describe('a page that crashes', () => {
  beforeEach(() => void shown.mockClear())

  it('is loaded again', async () => {
    const { crash, reload } = openWindow(() => false)
    crash()
    await waitFor(() => expect(reload).toHaveBeenCalledTimes(1))
    expect(shown).not.toHaveBeenCalled()
  })

  it('again and again is left, with the word that what was typed is kept', () => {
    const { crash } = openWindow(() => false)
    for (let times = 0; times < 4; times += 1) crash()
    expect(shown).toHaveBeenCalledOnce()
    expect(shown.mock.lastCall?.[1]).toContain('is kept on this computer')
  })

  it('F54 is not said to have kept what could not be written at one of the crashes', () => {
    let unwritten = true
    const { crash } = openWindow(() => unwritten)
    crash()
    unwritten = false
    for (let times = 0; times < 3; times += 1) crash()
    expect(shown.mock.lastCall?.[1]).toContain('could not be written')
    expect(shown.mock.lastCall?.[1]).not.toContain('is kept')
  })
})
