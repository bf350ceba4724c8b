import { describe, expect, it } from 'vitest'
import { withNewest, withNewId, withToggled } from '../../../../renderer/data/ref-lists.ts'
import type { DocRef } from '../../../../shared/cms/doc-ref.ts'
import { makeTempId } from '../../../../shared/cms/doc-ref.ts'

const post = (id: string): DocRef => ({ kind: 'collection', slug: 'posts', id })
const header: DocRef = { kind: 'global', slug: 'header' }
describe('documents that a person keeps in the navigation', () => {
  it('are marked at the end, and no longer marked the second time', () => {
    const marked = withToggled([post('1')], header)
    expect(marked).toEqual([post('1'), header])
    expect(withToggled(marked, post('1'))).toEqual([header])
  })

  it('are the newest first, each once, and not without end', () => {
    expect(withNewest([post('1'), header, post('2')], post('2'))).toEqual([post('2'), post('1'), header])
    const many = Array.from({ length: 60 }, (_, at) => post(`${at}`))
    const kept = many.reduce<DocRef[]>((refs, ref) => withNewest(refs, ref), [])
    expect(kept[0]).toEqual(post('59'))
    expect(kept.length).toBeLessThan(60)
  })

  it('follow the id that the server gives, and stay once where both ids are among them', () => {
    const temp = post(makeTempId('6f1c2b1e-0d5a-4a53-9d0e-1a2b3c4d5e6f'))
    expect(withNewId([header, temp, post('2')], temp, post('9'))).toEqual([header, post('9'), post('2')])
    expect(withNewId([post('9'), temp, header], temp, post('9'))).toEqual([post('9'), header])
  })
})
