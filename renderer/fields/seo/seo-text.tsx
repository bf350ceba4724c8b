import type { TextareaField, TextField } from '../../../shared/cms/schema-model.ts'
import type { SeoText } from '../../../shared/fields/seo/seo-part.ts'
import { useT } from '../../i18n/use-t.ts'
import { describedBy, FieldFrame } from '../../ui/field-frame/field-frame.tsx'
import { cx } from '../../ui/class-names.ts'
import { TextArea } from '../../ui/text-area/text-area.tsx'
import { TextInput } from '../../ui/text-input/text-input.tsx'
import type { FieldInputProps } from '../field-module.ts'
import { useTextControl } from '../use-text-control.ts'
import { GenerateButton, GenerateScope, GenerationNote } from './generate.tsx'
import { LengthMeter } from './length-meter.tsx'
import { useGeneration } from './use-generation.ts'

const PRACTICES = 'https://developers.google.com/search/docs/advanced/appearance'

/** The input for the title of a search result (S2.62). */
export function SeoTitleInput({ field, path, seo }: FieldInputProps<TextField> & { seo: SeoText }) {
  const { t } = useT()
  const { name, frame, input } = useTextControl<HTMLInputElement>(field, path)
  const parts = useSeoText('title', { name, frame, input, path, seo })
  return (
    <GenerateScope generation={parts.generation}>
      <FieldFrame
        {...frame}
        {...parts.frame}
        note={
          <>
            {parts.note}
            <p id={parts.tipId}>
              {t('galley:seo.tipTitle', seo.range)} <Practices href={`${PRACTICES}/title-link#page-titles`} />
              .
            </p>
          </>
        }
      >
        <TextInput {...input} {...parts.input} />
        <LengthMeter id={parts.meterId} text={input.value} range={seo.range} />
      </FieldFrame>
    </GenerateScope>
  )
}

/** The input for the description of a search result (S2.63). */
export function SeoDescriptionInput({ field, path, seo }: FieldInputProps<TextareaField> & { seo: SeoText }) {
  const { t } = useT()
  const { name, frame, input } = useTextControl<HTMLTextAreaElement>(field, path)
  const parts = useSeoText('description', { name, frame, input, path, seo })
  return (
    <GenerateScope generation={parts.generation}>
      <FieldFrame
        {...frame}
        {...parts.frame}
        note={
          <>
            {parts.note}
            <p id={parts.tipId}>
              {t('galley:seo.tipDescription', seo.range)}{' '}
              <Practices href={`${PRACTICES}/snippet#meta-descriptions`} />
            </p>
          </>
        }
      >
        <TextArea {...input} {...parts.input} rows={field.rows} />
        <LengthMeter id={parts.meterId} text={input.value} range={seo.range} />
      </FieldFrame>
    </GenerateScope>
  )
}

type Control = {
  name: string
  frame: Pick<ReturnType<typeof useTextControl>['frame'], 'description' | 'error'>
  input: Pick<ReturnType<typeof useTextControl>['input'], 'id' | 'value' | 'readOnly'>
  path: string
  seo: SeoText
}

/** Returns the shared parts of title and description, except the input. */
function useSeoText(what: 'title' | 'description', { name, frame, input, path, seo }: Control) {
  const { id } = input
  const generation = useGeneration({
    what,
    path,
    value: input.value,
    label: name,
    isOffered: seo.generates && !input.readOnly,
    valueOf: textOf,
  })
  const [meterId, tipId] = [`${id}-length`, `${id}-tip`]
  return {
    generation,
    meterId,
    tipId,
    frame: generation && { end: <GenerateButton generation={generation} id={id} /> },
    note: generation && <GenerationNote generation={generation} />,
    input: { 'aria-describedby': cx(describedBy(id, frame), meterId, tipId) },
  }
}

function textOf(result: string | number): string | undefined {
  return typeof result === 'string' ? result : undefined
}

/** The link to advice, which opens in the browser. */
function Practices({ href }: { href: string }) {
  const { t } = useT()
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {t('galley:seo.bestPractices')}
    </a>
  )
}
