import { useEffect } from 'react'
import { hasServerRules } from '../../../shared/cms/server-rules.ts'
import { projectLocale } from '../../../shared/document/project.ts'
import { galley } from '../../data/bridge.ts'
import { useSchema } from '../../data/schema-context.tsx'
import { useOpenDocument } from '../../form/form-context.tsx'
import { createServerRules } from '../../form/server-rules.ts'
import { useRichText } from '../editor-context.tsx'
import type { NodeForm } from './node-form.ts'

/**
 * What functions of the site say about the fields of a node: conditions, choices, filters, validation (S4.27). The
 * fields are there before it is known, and without a network. `root`: where the server finds them.
 */
export function useNodeRules(node: NodeForm, root: string): void {
  const document = useOpenDocument()
  const { locale } = useRichText()
  const schema = useSchema()
  const asks = document !== null && root !== '' && hasServerRules(schema, document.entity.slug)
  useEffect(() => {
    if (!asks) return
    const { form } = node
    const { id } = form
    const rules = createServerRules(
      form,
      ({ data }) => {
        const whole = document.inLocale(locale)
        return galley.call('documents.formState', {
          ref: document.getRef(),
          locale,
          // What is in a text is always there already, as in the web admin.
          isNew: false,
          data,
          inside: { form: id, schemaPath: root, document: projectLocale(whole.fields, whole.data(), locale) },
        })
      },
      () => undefined,
    )
    rules.changed()
    const stop = node.onEdit(rules.changed)
    return () => {
      stop()
      rules.end()
      // Without an answer the server's side ends by itself.
      galley.call('documents.stopFormState', { form: id }).catch(console.error)
    }
  }, [asks, document, node, locale, root])
}
