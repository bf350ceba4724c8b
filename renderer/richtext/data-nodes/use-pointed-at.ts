import { useMemo } from 'react'
import type { RelationField } from '../../../shared/cms/schema-model.ts'
import { documentAt } from '../../../shared/fields/richText/links.ts'
import type { JsonObject } from '../../../shared/json.ts'
import { useRelated, type Related } from '../../fields/relation/use-related.ts'
import { useRichTextIfAny } from '../editor-context.tsx'
import { fieldOfKind, valueOfNode, type PointingKind } from './relation-of-node.ts'

/** Returns the document that a node refers to; null if the node has no valid reference. */
export function usePointedAt(
  kind: PointingKind,
  data: JsonObject,
): { field: RelationField; related: Related | null } {
  const locale = useRichTextIfAny()?.locale ?? null
  const slug = documentAt(data)?.slug
  const field = useMemo(() => fieldOfKind(kind, slug === undefined ? [] : [slug]), [kind, slug])
  const value = useMemo(() => valueOfNode(data), [data])
  const [related = null] = useRelated(field, value, locale)
  return { field, related }
}
