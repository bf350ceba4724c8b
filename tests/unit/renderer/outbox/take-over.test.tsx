import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { waysOutOf } from '../../../../shared/sync/ways-out.ts'
import { buildEntry } from '../../shared/build-entry.ts'
import { site } from '../../store/support/site.ts'
import { bridgeOf } from '../form/form-fixtures.ts'
import { renderInEnglish } from '../support/render-in-english.tsx'

const main = bridgeOf({
  'locks.takeOver': () => ({ outcome: 'done' }),
  'outbox.retry': () => ({ outcome: 'done' }),
})
vi.stubGlobal('galley', main.bridge)
const { createQueryClient } = await import('../../../../renderer/data/query-client.ts')
const { SchemaProvider } = await import('../../../../renderer/data/schema-context.tsx')
const { useEntryActions } = await import('../../../../renderer/unsent/use-unsent-actions.tsx')
const { WayButtons } = await import('../../../../renderer/unsent/way-buttons.tsx')
afterEach(cleanup)

const problem = { code: 'locked' as const, message: '', status: 423, fields: [], conflicts: [] }
const entry = buildEntry({ key: 'e1', state: 'parked', problem })

function Entry() {
  const actions = useEntryActions(entry, { entries: [entry] }, 'Island', async () => undefined)
  return <WayButtons ways={waysOutOf(entry)} actions={actions} href={null} />
}

it('F82 Take over names the entry, so that it is asked about it once more, and sends it afterwards', async () => {
  await renderInEnglish(
    <QueryClientProvider client={createQueryClient()}>
      <SchemaProvider value={site}>
        <Entry />
      </SchemaProvider>
    </QueryClientProvider>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Take over' }))
  await waitFor(() => expect(main.named('outbox.retry')).toEqual([{ key: 'e1', choices: {}, shown: [] }]))
  expect(main.named('locks.takeOver')).toEqual([{ ref: entry.ref, key: 'e1' }])
})
