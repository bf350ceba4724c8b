import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { useMemo, type ReactNode } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Field, SiteSchema } from '../../../../shared/cms/schema-model.ts'
import { createOpenDocuments } from '../../../../renderer/form/open-documents.ts'
import { makeRef } from '../../../../shared/cms/doc-ref.ts'
import { fieldTypes } from '../../../../shared/fields/registry.ts'
import { site } from '../../store/support/site.ts'
import { bridgeOf, collection, manual, textField, viewOf } from '../form/form-fixtures.ts'

let schema: SiteSchema
const main = bridgeOf({
  'schema.get': () => structuredClone(schema),
  'documents.get': () => viewOf(),
  'drafts.put': () => ({ savedAt: '' }),
})
vi.stubGlobal('galley', main.bridge)
const { createQueryClient } = await import('../../../../renderer/data/query-client.ts')
const { useSchemaQuery } = await import('../../../../renderer/data/queries.ts')
const { SchemaProvider, useCollection } = await import('../../../../renderer/data/schema-context.tsx')
const { OpenDocumentsProvider } = await import('../../../../renderer/form/open-documents-context.ts')
const { useDocumentSession } = await import('../../../../renderer/screens/edit/use-document-session.ts')

const schemaOf = (fingerprint: string, fields?: Field[]): SiteSchema => ({
  ...site,
  fingerprint,
  collections: [collection(manual.versions, fields)],
  globals: [],
})

/** The schema as the app hands it on: read by a query, given to all below. */
function WithSchema({ children }: { children: ReactNode }) {
  const read = useSchemaQuery().data ?? null
  return <SchemaProvider value={read}>{read && children}</SchemaProvider>
}

/** An open document of posts, as its screen opens it. */
async function openPost() {
  schema = schemaOf('one')
  const client = createQueryClient()
  const documents = createOpenDocuments({ bridge: main.bridge, types: fieldTypes })
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>
      <OpenDocumentsProvider value={documents}>
        <WithSchema>{children}</WithSchema>
      </OpenDocumentsProvider>
    </QueryClientProvider>
  )
  const { result } = renderHook(
    () => {
      const entity = useCollection('posts')
      if (entity === null) throw new Error('no posts')
      const ref = useMemo(() => makeRef('collection', 'posts', '7'), [])
      return useDocumentSession(ref, entity, 'en')?.snapshot.form ?? null
    },
    { wrapper },
  )
  await waitFor(() => expect(result.current).not.toBeNull())
  return {
    document: () => result.current,
    form: () => result.current?.inLocale('en'),
    becomes: async (next: SiteSchema) => {
      schema = next
      const before = main.named('schema.get').length
      await act(async () => main.emit('schema.changed', undefined))
      await waitFor(() => expect(main.named('schema.get')).toHaveLength(before + 1))
      // All that follows from it is calls that answer at once.
      await act(() => new Promise((resolve) => setTimeout(resolve, 0)))
    },
  }
}

const labelled = (label: string) => [textField('title', { localized: true }), textField('slug', { label })]
const labelOf = (form: Awaited<ReturnType<typeof openPost>>['form']) => form()?.resolve('slug')?.field.label

describe('F52 an open document whose schema is read again', () => {
  afterEach(cleanup)

  it('F52 has the new label, and what was typed', async () => {
    const { document, form, becomes } = await openPost()
    const before = document()
    act(() => form()?.setField('slug', 'abisko'))
    await becomes(schemaOf('two', labelled('Address')))
    await waitFor(() => expect(labelOf(form)).toBe('Address'))
    expect(document()).not.toBe(before)
    expect(form()?.getField('slug')).toMatchObject({ value: 'abisko', mark: 'edited' })
  })

  it('F52 keeps its form where the schema is an equal one', async () => {
    const { document, form, becomes } = await openPost()
    const before = document()
    act(() => form()?.setField('slug', 'abisko'))
    await becomes(schemaOf('one'))
    expect(document()).toBe(before)
    expect(form()?.getField('slug').value).toBe('abisko')
  })
})
