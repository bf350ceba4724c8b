import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { FieldTypesProvider } from '../../../../renderer/data/field-types-context.ts'
import { fieldTypes } from '../../../../shared/fields/registry.ts'
import type { JsonObject } from '../../../../shared/json.ts'
import { filterFields } from '../../../../shared/lists/filter-fields.ts'
import type { TextContext } from '../../../../shared/lists/filter-text.ts'
import { collection, date, select } from '../../shared/build-fields.ts'
import { inSite, resetSite } from '../fields/relation-site.tsx'
import { renderInEnglish } from '../support/render-in-english.tsx'

const { FilterPills, usePills } = await import('../../../../renderer/fields/filter/filter-pills.tsx')

const posts = collection([select('_status', ['draft', 'published']), date('updatedAt')], { slug: 'posts' })
const context: TextContext = {
  fields: filterFields(fieldTypes, posts),
  label: String,
  labelOf: ({ path }) => path,
  now: new Date('2026-11-29T12:00:00.000Z'),
  me: null,
}

function Pills({ where }: { where: JsonObject }) {
  return (
    <FilterPills pills={usePills(where, context, null)} onRemove={() => undefined} onEdit={() => undefined} />
  )
}

const drawers = { edit: () => {}, create: () => {}, readAhead: () => {} }
async function pillsOf(...rules: JsonObject[]): Promise<(string | null)[]> {
  await renderInEnglish(
    inSite(drawers)(
      <FieldTypesProvider value={fieldTypes}>
        <Pills where={{ or: [{ and: rules }] }} />
      </FieldTypesProvider>,
    ),
  )
  return screen.getAllByRole('listitem').map((one) => one.textContent)
}

beforeEach(resetSite)
afterEach(cleanup)

it('calls a status by the words of the rows that it finds', async () => {
  expect(await pillsOf({ _status: { equals: 'draft' } }, { _status: { not_equals: 'published' } })).toEqual([
    'Status equals Draft or Changed',
    'Status is not equal to Published',
  ])
})

it('says a date that moves on as such', async () => {
  expect(
    await pillsOf(
      { updatedAt: { greater_than: 'now-7d' } },
      { updatedAt: { less_than: 'now-1m' } },
      { updatedAt: { less_than: 'today+1d' } },
    ),
  ).toEqual([
    'Updated At is greater than 7 days ago',
    'Updated At is less than 1 month ago',
    'Updated At is less than tomorrow',
  ])
})
