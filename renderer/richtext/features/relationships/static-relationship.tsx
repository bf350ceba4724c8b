import type { RelationField } from '../../../../shared/cms/schema-model.ts'
import type { JsonObject } from '../../../../shared/json.ts'
import { useCollection } from '../../../data/schema-context.tsx'
import { EditButton } from '../../../fields/relation/related-items.tsx'
import { RelatedWords } from '../../../fields/relation/related-words.tsx'
import type { Related } from '../../../fields/relation/use-related.ts'
import { useT } from '../../../i18n/use-t.ts'
import { Pill } from '../../../ui/pill/pill.tsx'
import { NodeBox } from '../../data-nodes/node-box.tsx'
import { usePointedAt } from '../../data-nodes/use-pointed-at.ts'
import { useRichText } from '../../editor-context.tsx'

/** A relationship in a static text. In a read-only text its card has the button that opens the document. */
export function StaticRelationship({ node }: { node: JsonObject }) {
  const { t } = useT()
  const { readOnly } = useRichText()
  const { field, related } = usePointedAt('relationship', node)
  const kind = useKind(related)
  const title = related === null ? t('galley:rich-text-blocks.noDocument') : related.title
  return (
    <NodeBox
      label={`${kind}: ${title}`}
      bad={related === null}
      head={<RelationshipHead field={field} related={related} />}
      {...(readOnly && related !== null && { end: <EditButton field={field} related={related} /> })}
    />
  )
}

type HeadProps = { field: RelationField; related: Related | null }

export function RelationshipHead({ field, related }: HeadProps) {
  const { t } = useT()
  const kind = useKind(related)
  return (
    <>
      <Pill>{kind}</Pill>
      {related === null ? (
        t('galley:rich-text-blocks.noDocument')
      ) : (
        <RelatedWords field={field} related={related} />
      )}
    </>
  )
}

/** The label of the related document's collection, in the singular; a general one if it has none. */
export function useKind(related: Related | null): string {
  const { t, label } = useT()
  const collection = useCollection(related?.ref.slug ?? '')
  return label(collection?.labels.singular ?? null) || t('galley:rich-text-blocks.relationship')
}
