import { Check, X } from 'lucide-react'
import type { UploadField } from '../../../shared/cms/schema-model.ts'
import { siteId } from '../../../shared/cms/doc-ref.ts'
import type { SeoImage } from '../../../shared/fields/seo/seo-part.ts'
import { relatedRef } from '../../../shared/fields/relations.ts'
import type { Json } from '../../../shared/json.ts'
import { useSchema } from '../../data/schema-context.tsx'
import { useT } from '../../i18n/use-t.ts'
import { Pill } from '../../ui/pill/pill.tsx'
import type { FieldInputProps } from '../field-module.ts'
import { RelationInput } from '../relation/relation-input.tsx'
import { useRelated } from '../relation/use-related.ts'
import { useFieldScope } from '../field-scope.tsx'
import { useFieldFrame } from '../use-field-frame.ts'
import { GenerateButton, GenerateScope, GenerationNote } from './generate.tsx'
import styles from './seo.module.css'
import { useGeneration } from './use-generation.ts'

/** The input for the picture of a search result (S2.64), with a note that tells if there is one (S2.68). */
export function SeoImageInput({ field, path, seo }: FieldInputProps<UploadField> & { seo: SeoImage }) {
  const { t } = useT()
  const { collections } = useSchema()
  const { id, control, name, readOnly } = useFieldFrame(field, path)

  /**
   * Converts an id from the site to the id type of its collection; undefined: it is no document of the field.
   */
  const valueOf = (result: string | number): Json | undefined => {
    if (result === '') return null
    const ref = relatedRef(field, result)
    if (ref === null) return undefined
    const given = siteId(collections, ref)
    return Number.isNaN(given) ? undefined : given
  }
  const generation = useGeneration({
    what: 'image',
    path,
    value: control.value,
    label: name,
    isOffered: seo.generates && !readOnly,
    valueOf,
  })
  const hasImage = Boolean(control.value)
  return (
    <GenerateScope generation={generation}>
      <RelationInput
        field={field}
        path={path}
        around={{
          ...(generation && { end: <GenerateButton generation={generation} id={id} /> }),
          note: (
            <div className={styles['image']}>
              <Pill tone={hasImage ? 'ok' : 'bad'} icon={hasImage ? Check : X}>
                {t(hasImage ? 'galley:seo.good' : 'galley:seo.noImage')}
              </Pill>
              {generation && (
                <GenerationNote
                  generation={generation}
                  made={
                    generation.state.kind === 'edited-meanwhile' && (
                      <PictureName field={field} value={generation.state.value} />
                    )
                  }
                />
              )}
              {seo.generates && <p>{t('galley:seo.tipImage')}</p>}
            </div>
          ),
        }}
      />
    </GenerateScope>
  )
}

function PictureName({ field, value }: { field: UploadField; value: Json }) {
  const { locale } = useFieldScope()
  return useRelated(field, value, locale)[0]?.title
}
