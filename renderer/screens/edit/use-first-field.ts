import { useEffect, useEffectEvent } from 'react'
import { dataFields, isRows } from '../../../shared/cms/fields.ts'
import { splitLoginFields, needsPassword } from '../../../shared/cms/entity-rules.ts'
import { isOffScreen } from '../../../shared/document/resolve-field.ts'
import { placeOf } from '../../fields/place.ts'
import type { FieldScope } from '../../fields/field-scope.tsx'
import { useDocument, useForm } from '../../form/form-context.tsx'

/** A document that was just begun is ready to be typed into: its first field has the focus (U12). */
export function useFirstField({ mayRead, mayWrite }: Pick<FieldScope, 'mayRead' | 'mayWrite'>): void {
  const form = useForm()
  const document = useDocument()
  const begin = useEffectEvent(() => {
    const { view, dirty } = document.getDocument()
    if (!view.isNew || dirty || view.entries.length > 0 || view.draft !== null) return
    const { entity } = document
    const { login, others } = splitLoginFields(entity.fields)
    const asked = needsPassword(entity) ? [...login, ...others] : entity.fields
    const first = dataFields(asked).find((node) => {
      if (node.type === 'nested' || isRows(node)) return false
      const isShown = !isOffScreen(node) && placeOf(node, entity) === 'main'
      return isShown && !node.readOnly && mayRead(node.name) && mayWrite(node.name)
    })
    if (first !== undefined) form.show(first.name)
  })
  useEffect(() => begin(), [])
}
