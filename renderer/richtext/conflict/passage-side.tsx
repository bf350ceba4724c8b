import { useMemo } from 'react'
import type { RichTextEditor } from '../../../shared/cms/schema-model.ts'
import { showNodes } from '../../../shared/fields/richText/show.ts'
import type { Json } from '../../../shared/json.ts'
import type { ValueContext } from '../../fields/field-module.ts'
import { useT } from '../../i18n/use-t.ts'
import { ChangeList, Passage } from '../diff/passage.tsx'
import { compareNodes } from '../diff/node-changes.ts'
import styles from '../../ui/conflict-sides/conflict-sides.module.css'

type PassageSideProps = {
  /** The node before; null: there was none, or this is the old side. */
  base: Json
  /** Null: this side has no such passage. */
  node: Json
  isBase: boolean
  config: RichTextEditor | null
  context: ValueContext
}

/** One side of a passage in conflict, with the words marked that are new in it. */
export function PassageSide({ base, node, isBase, config, context }: PassageSideProps) {
  const { t } = useT()
  const compared = useMemo(
    () => (base === null || node === null ? null : compareNodes(base, node)),
    [base, node],
  )
  if (node === null)
    return (
      <span className={styles['nothing']}>
        {t(isBase ? 'galley:rich-text-diff.wasNew' : 'galley:rich-text-diff.removedHere')}
      </span>
    )
  return (
    <>
      <Passage shown={compared?.after ?? showNodes([node])} config={config} />
      {compared !== null && <ChangeList changes={compared.changes} config={config} context={context} />}
    </>
  )
}
