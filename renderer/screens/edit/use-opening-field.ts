import { useEffect, useEffectEvent } from 'react'
import { useLocation } from 'react-router-dom'
import { askedFieldIn } from '../../data/page-state.ts'
import { useForm, useDocument } from '../../form/form-context.tsx'
import { useIsOnScreen } from './editor-place.ts'
import { dataFields, isRows } from '../../../shared/cms/fields.ts'
import { splitLoginFields, needsPassword } from '../../../shared/cms/entity-rules.ts'
import { isOffScreen } from '../../../shared/document/resolve-field.ts'
import { placeOf } from '../../fields/place.ts'
import type { FieldScope } from '../../fields/field-scope.tsx'

/** History keys of pages whose field was shown; coming back to one restores its position instead. */
const shown = new Set<string>()

/** Shows the field that the link to this document names, if the document has it. */
export function useAskedField(): void {
  const form = useForm()
  const isOnScreen = useIsOnScreen()
  const { key, state } = useLocation()
  useEffect(() => {
    const field = askedFieldIn(state)
    if (!isOnScreen || field === null || shown.has(key)) return
    shown.add(key)
    // The focus may have been in a part of an input, whose id has one word more than the path.
    const path = [field.path, field.path.replace(/-[a-z]+$/, '')].find((one) => form.resolve(one) !== null)
    if (path !== undefined) form.show(path)
    // oxlint-disable-next-line react/exhaustive-deps -- another locale of the form asks for nothing
  }, [key, state, isOnScreen])
}

/** Focuses the first field of a document that was just created (U12). */
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
