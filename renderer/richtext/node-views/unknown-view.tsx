import type { Shown, ShownOf } from '../../../shared/fields/richText/shown.ts'
import { UnknownLabel } from '../unknown-part.tsx'
import type { NodeView } from './node-view.ts'

export const unknownView: NodeView<ShownOf<'unknown'>> = {
  draw: (shown, key, { inline }) => (
    <UnknownLabel key={key} type={shown.type} words={wordsIn(shown.inside)} inline={inline} />
  ),
}

function wordsIn(all: readonly Shown[]): string {
  return all
    .map((one) => (one.kind === 'text' ? one.text : 'inside' in one ? wordsIn(one.inside) : ''))
    .join('')
}
