import type { DocRef } from '../../shared/cms/doc-ref.ts'
import type { Translate } from '../i18n/translator.ts'
import type { CopiedFile } from '../../shared/ipc.ts'
import { galley } from './bridge.ts'

/**
 * Copies the file that the server has of an upload to this computer, as a document made of it needs one of its own.
 * `file`: the copy; null: it has no file. `problem`: why there is none, in words.
 */
export async function copyServerFile(
  ref: DocRef,
  t: Translate,
): Promise<{ file: CopiedFile | null } | { problem: string }> {
  if (ref.kind !== 'collection') return { file: null }
  const copied = await galley.call('files.copy', { slug: ref.slug, id: ref.id })
  if (copied.outcome === 'fetched') {
    const { outcome: _outcome, ...file } = copied
    return { file }
  }
  if (copied.outcome === 'none') return { file: null }
  const said = copied.outcome === 'failed' ? copied.message : t('galley:actions.needsServer')
  return { problem: said || t('error:unknown') }
}
