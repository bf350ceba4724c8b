import { useMemo } from 'react'
import { safeAddress } from '../../../../shared/fields/richText/links.ts'
import type { LinkTarget } from '../../../../shared/fields/richText/links.ts'
import { useRelated } from '../../../fields/relation/use-related.ts'
import { useT } from '../../../i18n/use-t.ts'
import { fieldOfKind } from '../../data-nodes/relation-of-node.ts'
import { useRichText } from '../../editor-context.tsx'
import { openableAddress, useSiteAddress } from './use-open-link.ts'

export type LinkWords = {
  /** The address as it may be shown (S5.25), or the title of the document. */
  text: string
  dir: 'ltr' | 'auto'
  /** Reason that the link cannot be opened, as text; null: it can. */
  reason: string | null
}

/** Returns the target of a link as text. */
export function useLinkWords(target: LinkTarget | null): LinkWords {
  const { t } = useT()
  const { locale } = useRichText()
  const site = useSiteAddress()
  const [slug, id] = target?.kind === 'document' ? [target.slug, target.id] : ['', '']
  const field = useMemo(() => fieldOfKind('relationship', slug === '' ? [] : [slug]), [slug])
  const value = useMemo(() => (slug === '' ? null : { relationTo: slug, value: id }), [slug, id])
  const [related] = useRelated(field, value, locale)
  if (target === null) return nowhere(t('galley:richTextLinks.noTarget'))
  if (target.kind === 'address') {
    const isOpenable = openableAddress(target.url, site) !== null
    const reason = isOpenable ? null : t('galley:richTextLinks.cannotOpen')
    return { text: safeAddress(target.url), dir: 'ltr', reason }
  }
  if (related === undefined) return nowhere(t('galley:richTextLinks.noTarget'))
  const isThere = related.state === 'here' || related.state === 'new' || related.state === 'asking'
  return { text: related.title, dir: 'auto', reason: isThere ? null : related.title }
}

function nowhere(text: string): LinkWords {
  return { text, dir: 'auto', reason: text }
}
