import { expect, it } from 'vitest'
import {
  versionChoices,
  type ComparableVersions,
} from '../../../../../shared/document/compare/version-choices.ts'

/** Versions by their day: 9 is the newest. */
const version = (day: number) => ({ id: `v${day}`, updatedAt: `2026-03-0${day}T10:00:00.000Z` })
type Version = ReturnType<typeof version>
const choices = (all: Partial<ComparableVersions<Version>>): string[] =>
  versionChoices({
    viewed: version(8),
    comparedWith: null,
    previous: null,
    latestDraft: null,
    currentlyPublished: null,
    previouslyPublished: null,
    ...all,
  }).map(({ version: { id }, roles }) => `${id} ${roles.join(' ')}`)

it('newest first, each version once with all that it is', () => {
  expect(
    choices({
      previous: version(7),
      latestDraft: version(9),
      currentlyPublished: version(7),
      previouslyPublished: version(3),
      comparedWith: version(1),
    }),
  ).toEqual([
    'v9 currentDraft',
    'v7 previousVersion currentlyPublished',
    'v3 previouslyPublished',
    'v1 specificVersion',
  ])
})

it('a draft that is older than what is published is no current one', () => {
  expect(choices({ latestDraft: version(4), currentlyPublished: version(6) })).toEqual([
    'v6 currentlyPublished',
  ])
})

it('the viewed version is offered only where it is compared with itself', () => {
  expect(choices({ latestDraft: version(8), previous: version(7) })).toEqual(['v7 previousVersion'])
  expect(choices({ latestDraft: version(8), previous: version(7), comparedWith: version(8) })).toEqual([
    'v8 currentDraft',
    'v7 previousVersion',
  ])
})

it('what is compared with is named once', () => {
  expect(choices({ previous: version(7), comparedWith: version(7) })).toEqual(['v7 previousVersion'])
  expect(choices({ currentlyPublished: version(5), previouslyPublished: version(5) })).toEqual([
    'v5 currentlyPublished',
  ])
})
