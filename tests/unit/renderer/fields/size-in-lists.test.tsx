import { cleanup } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { ListCell } from '../../../../renderer/fields/document-columns/list-cell.tsx'
import { useT } from '../../../../renderer/i18n/use-t.ts'
import { makeRef } from '../../../../shared/cms/doc-ref.ts'
import type { Collection } from '../../../../shared/cms/schema-model.ts'
import { parseUpload } from '../../../../shared/fields/file/upload-config.ts'
import { collection, number } from '../../shared/build-fields.ts'
import { renderInEnglish } from '../support/render-in-english.tsx'
import { valueContext } from '../support/value-context.ts'

afterEach(cleanup)

const size = number('filesize')
const upload = parseUpload({}, { maxBytes: null, clientUpload: null })

function Cell({ of }: { of: Collection }) {
  const { t, valueWords } = useT()
  const column = {
    kind: 'field',
    path: 'filesize',
    node: size,
    label: null,
    around: [],
    sortable: true,
    width: 'field',
  } as const
  const row = {
    ref: makeRef('collection', 'media', '1'),
    data: { filesize: 9806 },
    updatedAt: null,
    isNew: false,
    status: null,
    state: { kind: 'saved' },
    complete: true,
  } as const
  const context = {
    ...valueContext(),
    t,
    ...valueWords,
    collection: of,
    locale: null,
    fallbacks: [],
    columnLabel: () => '',
    picture: null,
    isReading: false,
  }
  return <ListCell row={row} column={column} context={context} />
}

it('U50 (part) the size of a file is in words; a number of the site that is called so stays one', async () => {
  const files = await renderInEnglish(<Cell of={{ ...collection([size]), upload }} />)
  expect(files.container.textContent).toBe('9.6 KB')
  cleanup()
  const numbers = await renderInEnglish(<Cell of={collection([size])} />)
  expect(numbers.container.textContent).toBe('9806')
})
