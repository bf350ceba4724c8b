import { useEffect, useId, useMemo, useState } from 'react'
import type { Field, RichTextEditor } from '../../../../shared/cms/schema-model.ts'
import { own } from '../../../../shared/json.ts'
import type { JsonObject } from '../../../../shared/json.ts'
import { FieldList } from '../../../fields/field-list.tsx'
import { useFieldSnapshot } from '../../../form/form-context.tsx'
import type { FormState } from '../../../form/form-state.ts'
import { useT } from '../../../i18n/use-t.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Drawer } from '../../../ui/drawer/drawer.tsx'
import { NodeFormProvider } from '../../data-nodes/node-fields.tsx'
import { useLead } from '../../data-nodes/use-lead.ts'
import { useDrawerForm } from '../../data-nodes/use-node-form.ts'
import { completeAddress } from '../../../../shared/fields/richText/addresses.ts'
import { fieldsToStore } from './link-node.ts'

/** The drawer's one field that is no part of the link: its words. */
const TEXT = 'text'
const LINK_FIELDS = 'lexical_internal_feature.link.fields'

type LinkDrawerProps = {
  config: RichTextEditor
  /** Id of the link; for a new link see pathOfDrawer. */
  id: string
  /** The fields of the site's drawer. */
  fields: Field[]
  /** Fields of the link, without its words. */
  data: JsonObject
  text: string
  /** `text` null: the site's drawer does not ask for the words. False: the link is not there any more. */
  onSave: (fields: JsonObject, text: string | null) => boolean
  onClose: () => void
}

/** The fields that the site defines for a link. They reach the text when they are saved. */
export function LinkDrawer({ config, id, fields, data, text, onSave, onClose }: LinkDrawerProps) {
  const { t } = useT()
  const formId = useId()
  const [begin] = useState<JsonObject>(() => ({ ...data, [TEXT]: text }))
  const node = useDrawerForm(fields, `${config.schemaPath}.${LINK_FIELDS}`, begin, 0, id)
  const { form } = node
  useLead(form)
  useEffect(() => {
    // With words already there, the address is typed or pasted first.
    if (begin[TEXT] !== '' && own(begin, 'linkType') !== 'internal') form.show('url')
  }, [form, begin])
  const close = (): void => {
    node.end()
    onClose()
  }

  function save(): void {
    const values = { ...data, ...node.values() }
    const url = own(values, 'url')
    const isAddress = own(values, 'linkType') !== 'internal'
    if (isAddress && typeof url === 'string' && url !== own(data, 'url')) {
      const address = completeAddress(url)
      if (address === null) form.setText('url', url, { key: 'galley:richTextLinks.badAddress' })
      else values['url'] = address
    }
    const hidden = isAddress ? 'doc' : 'url'
    const [wrong] = [...form.unreadable(), ...form.validate()].filter((path) => path !== hidden)
    if (wrong !== undefined) return form.show(wrong)
    const { [TEXT]: words, ...rest } = values
    const hasWords = fields.some((field) => 'name' in field && field.name === TEXT)
    if (onSave(fieldsToStore(rest), hasWords && typeof words === 'string' ? words : null)) close()
  }

  return (
    <Drawer
      title={t('fields:editLink')}
      staysOpen
      onClose={close}
      foot={
        <>
          <Button onPress={close}>{t('general:cancel')}</Button>
          <Button variant="primary" type="submit" form={formId}>
            {t('galley:richTextLinks.apply')}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          event.stopPropagation()
          save()
        }}
      >
        <NodeFormProvider form={form}>
          <LinkFields form={form} />
        </NodeFormProvider>
      </form>
    </Drawer>
  )
}

/**
 * Shows address or document, whichever the link has. The server says so, too; here it is known offline and before its
 * answer.
 */
function LinkFields({ form }: { form: FormState }) {
  const isInternal = useFieldSnapshot('linkType').value === 'internal'
  const shown = useMemo(() => {
    const hidden = isInternal ? 'url' : 'doc'
    return form.fields.filter((field) => !('name' in field && field.name === hidden))
  }, [form, isInternal])
  return <FieldList fields={shown} path="" />
}
