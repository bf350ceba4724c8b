import { describe, expect, it } from 'vitest'
import { restoreEffect, type RestoreEffectInput } from '../../../../shared/document/restore-effect.ts'

const of = (parts: Partial<RestoreEffectInput>) =>
  restoreEffect({
    drafts: true,
    isUpload: false,
    isOrdered: false,
    isLocalized: true,
    asDraft: false,
    version: { status: 'published' },
    document: { status: 'published', hasPublished: true },
    ...parts,
  })
const draft = { status: 'draft' } as const
const never = { status: 'draft', hasPublished: false } as const
const newerDraft = { status: 'draft', hasPublished: true } as const

describe('what a restore does to what is published', () => {
  it('takes a published document offline where the version is a draft', () => {
    expect(of({ version: draft }).published).toBe('goes')
    expect(of({ version: draft, document: newerDraft }).published).toBe('goes')
  })
  it('is said as if something were published where that is not known', () => {
    expect(of({ version: draft, document: { status: 'draft', hasPublished: null } }).published).toBe('goes')
  })
  it('changes it at once where the version was published, or there are no drafts', () => {
    expect(of({}).published).toBe('changes')
    expect(of({ document: newerDraft }).published).toBe('changes')
    expect(of({ drafts: false, version: { status: null } }).published).toBe('changes')
  })
  it('publishes what is not published', () => {
    expect(of({ document: never }).published).toBe('appears')
  })
  it('leaves it alone as a draft, and where nothing is published', () => {
    expect(of({ asDraft: true }).published).toBe('stays')
    expect(of({ version: draft, document: never }).published).toBe('stays')
  })
  it('is of each locale where each has a status of its own', () => {
    const version = { status: 'published', publishedIn: ['en'] } as const
    const document = { status: 'published', hasPublished: true, publishedIn: ['en', 'de'] } as const
    expect(
      of({
        version: { ...version, publishedIn: [...version.publishedIn] },
        document: { ...document, publishedIn: [...document.publishedIn] },
      }),
    ).toMatchObject({ published: 'goes', goesIn: ['de'] })
  })
  it('takes a document back to its place where people put them in an order', () => {
    expect(of({ isOrdered: true })).toMatchObject({ movesBack: true })
    expect(of({ isOrdered: true, asDraft: true })).toMatchObject({ movesBack: true })
    expect(of({})).toMatchObject({ movesBack: false })
  })
  it('keeps the file, and is of all locales', () => {
    expect(of({ isUpload: true })).toMatchObject({ keepsFile: true, allLocales: true })
    expect(of({ isLocalized: false })).toMatchObject({ keepsFile: false, allLocales: false })
  })
})
