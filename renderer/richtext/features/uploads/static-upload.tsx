import type { JsonObject } from '../../../../shared/json.ts'
import { EditButton } from '../../../fields/relation/related-items.tsx'
import { useT } from '../../../i18n/use-t.ts'
import { NodeBox } from '../../data-nodes/node-box.tsx'
import { usePointedAt } from '../../data-nodes/use-pointed-at.ts'
import { useRichText } from '../../editor-context.tsx'
import { UploadHead, UploadView, useUploadFields } from './upload-view.tsx'

/** An upload in a text that is only shown; where there will be no editor, it is opened from here. */
export function StaticUpload({ node }: { node: JsonObject }) {
  const { t } = useT()
  const { readOnly } = useRichText()
  const { field, related } = usePointedAt('upload', node)
  const fields = useUploadFields(related?.ref.slug ?? '')
  const title = related === null ? t('galley:rich-text-blocks.noDocument') : related.title
  return (
    <NodeBox
      label={`${t('galley:rich-text-blocks.upload')}: ${title}`}
      bad={related === null}
      part={{ node }}
      open
      head={<UploadHead field={field} related={related} />}
      {...(readOnly && related !== null && { end: <EditButton field={field} related={related} /> })}
    >
      {related !== null && <UploadView related={related} data={node} fields={fields} />}
    </NodeBox>
  )
}
