import { useEffect, useEffectEvent } from 'react'
import { useStateOf } from '../../form/form-context.tsx'
import type { Reveal } from '../../form/form-snapshot.ts'
import type { FormState } from '../../form/form-state.ts'
import { useRichText } from '../editor-context.tsx'
import { useLead } from './use-lead.ts'

/** Reveal requests that a node has handled. */
const followed = new WeakSet<Reveal>()

/** Unfolds a node when a link leads to one of its fields. `id`: of the node; `open` unfolds it. */
export function useFoundIn(form: FormState, id: string | null, open: () => void): void {
  const { form: around, path } = useRichText()
  const reveal = useStateOf(around, (state) => state.reveal)
  const lead = useEffectEvent((request: Reveal): void => {
    const { inNode } = request
    if (inNode === null || inNode.nodeId !== id || followed.has(request)) return
    followed.add(request)
    open()
    if (inNode.path !== '')
      form.show(inNode.path, { at: inNode.at, inNode: inNode.inNode, focus: request.focus })
  })
  useEffect(() => {
    if (reveal !== null && reveal.path === path) lead(reveal)
  }, [reveal, path])
  useLead(form)
}
