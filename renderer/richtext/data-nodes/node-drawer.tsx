import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext'
import { useEffect } from 'react'
import type { Field } from '../../../shared/cms/schema-model.ts'
import type { JsonObject } from '../../../shared/json.ts'
import { useT } from '../../i18n/use-t.ts'
import { Button } from '../../ui/button/button.tsx'
import { Drawer } from '../../ui/drawer/drawer.tsx'
import { useDrawerSelection } from '../drawer-selection.ts'
import { NodeFields } from './node-fields.tsx'
import styles from './node.module.css'
import { useLead } from './use-lead.ts'
import { useDrawerForm } from './use-node-form.ts'

type NodeDrawerProps = {
  title: string
  /** Id of the node, which gives the drawer its typed text back. */
  id: string
  fields: Field[]
  /** Schema path of the fields, beginning at the editor. */
  schemaPath: string
  /** Values of the node's fields. */
  data: JsonObject
  /** Counts up when anything else changes the node; the form then restarts (S3.34). */
  cacheBuster: number
  /** The field with an error that the drawer leads to as it opens. */
  lead?: { path: string } | null
  /** Called with the new values of all fields in the drawer. */
  onSave: (fields: JsonObject) => void
  onClose: () => void
}

/** The fields of a node in a drawer. They are written when they are saved, valid or not (S4.31). */
export function NodeDrawer(props: NodeDrawerProps) {
  const { t } = useT()
  const [editor] = useLexicalComposerContext()
  useDrawerSelection(editor, true, { restoreLate: true })
  const node = useDrawerForm(props.fields, props.schemaPath, props.data, props.cacheBuster, props.id)
  useLead(node.form)
  const { form } = node
  const close = (): void => {
    node.end()
    props.onClose()
  }
  const { lead = null } = props
  useEffect(() => {
    if (lead === null) return
    form.validate()
    form.show(lead.path)
  }, [form, lead])
  return (
    <Drawer
      title={props.title}
      staysOpen
      onClose={close}
      foot={
        <>
          <Button onPress={close}>{t('general:cancel')}</Button>
          <Button
            variant="primary"
            onPress={() => {
              // A node cannot hold typed text that is no value (F50), so the drawer stays open.
              const [unreadable] = node.form.unreadable()
              if (unreadable !== undefined) return node.form.show(unreadable)
              props.onSave(node.values())
              close()
            }}
          >
            {t('fields:saveChanges')}
          </Button>
        </>
      }
    >
      <div className={styles['drawer']}>
        <NodeFields form={node.form} />
      </div>
    </Drawer>
  )
}
