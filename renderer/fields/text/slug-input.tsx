import { useState } from 'react'
import type { TextField } from '../../../shared/cms/schema-model.ts'
import { useForm, useOpenDocument } from '../../form/form-context.tsx'
import { useT } from '../../i18n/use-t.ts'
import { Button } from '../../ui/button/button.tsx'
import { FieldFrame } from '../../ui/field-frame/field-frame.tsx'
import { TextInput } from '../../ui/text-input/text-input.tsx'
import { toast } from '../../ui/toast/toast-queue.ts'
import type { FieldInputProps } from '../field-module.ts'
import { useTextControl } from '../use-text-control.ts'
import { galley } from '../../data/bridge.ts'
import { callReason, notDoneReason } from '../../data/failure-reasons.ts'
import { documentInForm } from '../../form/document-in-form.ts'

type SlugInputProps = FieldInputProps<TextField> & { source: string }

/**
 * The input of a slug. It is locked at first, since the address may already be public; a button generates it
 * from another field.
 */
export function SlugInput({ field, path, source }: SlugInputProps) {
  const { t } = useT()
  const form = useForm()
  const generate = useSlugGenerator(field)
  const { frame, input } = useTextControl<HTMLInputElement>(field, path)
  const [locked, setLocked] = useState(true)

  const fill = async () => {
    const text = form.read(source)
    const made = await generate(typeof text === 'string' ? text : '')
    if ('slug' in made) form.setField(path, made.slug)
    else toast.error(t('galley:inputs.slug.fromSite'), { detail: made.reason })
    form.blur()
  }
  const tools = (
    <>
      {!locked && (
        <Button variant="quiet" size="row" onPress={() => void fill()}>
          {t('authentication:generate')}
        </Button>
      )}
      <Button variant="quiet" size="row" onPress={() => setLocked(!locked)}>
        {t(locked ? 'general:unlock' : 'general:lock')}
      </Button>
    </>
  )
  return (
    <FieldFrame {...frame}>
      <TextInput
        {...input}
        readOnly={input.readOnly || locked}
        spellCheck={false}
        {...(!input.readOnly && { end: tools })}
      />
    </FieldFrame>
  )
}

/** Returns the slug of a text as Payload makes it by default. */
function plainSlug(text: string): string {
  return text
    .trim()
    .replaceAll(' ', '-')
    .replaceAll(/[^\w-]+/g, '')
    .toLowerCase()
}

/** A slug, or the reason as text that none could be made. */
type MadeSlug = { slug: string } | { reason: string }

/**
 * Returns a function that makes the slug of a text. A function of the site for this runs only on the server.
 */
function useSlugGenerator(field: TextField): (text: string) => Promise<MadeSlug> {
  const { t } = useT()
  const document = useOpenDocument()
  const form = useForm()
  return async (text) => {
    if (!field.slugFromSite || document === null) return { slug: plainSlug(text) }
    try {
      const asked = { ...documentInForm(document, form), schemaPath: field.schemaPath, text }
      const answer = await galley.call('slug.generate', asked)
      // If the site returns no slug, the field is cleared, as in the web admin.
      return answer.outcome === 'done' ? { slug: answer.slug ?? '' } : { reason: notDoneReason(answer, t) }
    } catch (error) {
      return { reason: callReason(error, t) }
    }
  }
}
