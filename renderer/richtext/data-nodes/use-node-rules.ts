import { useEffect } from 'react'
import { hasServerRules } from '../../../shared/cms/entity-rules.ts'
import { projectLocale } from '../../../shared/document/project.ts'
import { galley } from '../../data/bridge.ts'
import { useSchema } from '../../data/schema-context.tsx'
import { useOpenDocument } from '../../form/form-context.tsx'
import { createServerRules } from '../../form/server-rules.ts'
import { useRichText } from '../editor-context.tsx'
import { mayHaveRules, nodeAnswers, nodeKeyOf } from './node-answers.ts'
import type { NodeForm } from './node-form.ts'

/**
 * Asks the server for the rules of a node's fields (S4.27): on mount if needed, and after each edit. Until the answer
 * all fields show, or those of the answer cached by `id` (null: no cache). `root`: the fields' path on the server.
 */
export function useNodeRules(node: NodeForm, root: string, id: string | null): void {
  const document = useOpenDocument()
  const { locale, path } = useRichText()
  const schema = useSchema()
  const asks = document !== null && root !== '' && hasServerRules(schema, document.entity.slug)
  useEffect(() => {
    if (!asks) return
    const { form } = node
    const { queue, overlays } = nodeAnswers(document)
    const key = id === null ? null : nodeKeyOf(locale, path, id)
    const known = key === null ? undefined : overlays.get(key)
    if (known !== undefined) form.setOverlay(known)
    let isOver = false
    const rules = createServerRules(
      form,
      ({ data }) => {
        // Questions are sent one after another, since each has the whole document.
        return queue.run(async () => {
          if (isOver) return { outcome: 'unavailable' }
          const whole = document.inLocale(locale)
          return galley.call('documents.formState', {
            ref: document.getRef(),
            locale,
            // A node in a text always exists already, as in the web admin.
            isNew: false,
            data,
            inside: {
              form: form.id,
              schemaPath: root,
              document: projectLocale(whole.fields, whole.data(), locale),
            },
          })
        })
      },
      (overlay) => {
        if (key !== null) overlays.set(key, overlay)
      },
    )
    if (key === null || mayHaveRules(form.fields)) rules.changed()
    const stop = node.onEdit(rules.changed)
    return () => {
      isOver = true
      stop()
      rules.end()
      // A failed call needs no retry: the request that it cancels ends by itself.
      galley.call('documents.stopFormState', { form: form.id }).catch(console.error)
    }
  }, [asks, document, node, locale, root, path, id])
}
