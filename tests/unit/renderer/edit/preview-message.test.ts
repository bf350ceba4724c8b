import { describe, expect, it } from 'vitest'
import { messageOf } from '../../../../renderer/screens/edit/live-preview/preview-message.ts'

type Page = Parameters<typeof messageOf>[0]

const said = (page: Partial<Page>) =>
  messageOf({ state: 'loading', answer: undefined, error: null, isNew: false, ...page }, (key) => key)

describe('in place of the page that is previewed', () => {
  it('is nothing while it is there, whatever is said of its address later', () => {
    expect(said({ state: 'shown' })).toBeNull()
    expect(said({ state: 'shown', answer: { outcome: 'offline' } })).toBeNull()
  })

  it('stands why it is not there, and what can be tried', () => {
    expect(said({ answer: { outcome: 'offline' } })).toMatchObject({
      kind: 'offline',
      title: 'galley:preview.unreachable',
      again: 'ask',
    })
    expect(said({ answer: { outcome: 'too-slow' } })).toMatchObject({
      title: 'galley:preview.tooSlow',
      again: 'ask',
    })
    expect(said({ answer: { outcome: 'signed-out' } })?.title).toBe('galley:preview.signedOut')
    expect(said({ answer: { outcome: 'refused', message: 'No.' } })).toMatchObject({
      kind: 'error',
      body: 'No.',
    })
    const found = { outcome: 'done', done: true } as const
    for (const [state, title] of [
      ['failed', 'unreachable'],
      ['stuck', 'stuck'],
      ['ended', 'ended'],
    ] as const)
      expect(said({ state, answer: found })).toMatchObject({
        title: `galley:preview.${title}`,
        again: 'load',
      })
    expect(said({ answer: found })).toMatchObject({ title: 'galley:preview.loading', again: null })
  })

  it('a document that the site shows nowhere has no page; a new one may have one later', () => {
    const none = { outcome: 'done', done: false } as const
    expect(said({ state: 'closed', answer: none })?.body).toBe('galley:preview.noneHere')
    expect(said({ state: 'closed', answer: none, isNew: true })?.body).toBe('galley:preview.noneYet')
  })
})
