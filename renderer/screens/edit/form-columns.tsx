import type { ReactNode, RefObject } from 'react'
import type { DocRef } from '../../../shared/cms/doc-ref.ts'
import { FieldList } from '../../fields/field-list.tsx'
import { AfterFirstFrame } from '../../fields/first-frame.tsx'
import { useBeside, type Beside } from '../../fields/second-locale/other-locale-context.ts'
import { useDocument } from '../../form/form-context.tsx'
import { cx } from '../../ui/class-names.ts'
import styles from './edit-screen.module.css'
import { FindInDocument } from './find/find-bar.tsx'
import { Inspector, type InspectorState } from './inspector.tsx'
import { MainFields } from './main-fields.tsx'
import { SecondLocaleHead } from './second-locale/second-locale-head.tsx'
import { useSecondLocaleCommands } from './second-locale/use-second-locale-commands.ts'
import { useSecondLocale } from './second-locale/use-second-locale.ts'

type FormColumnsProps = {
  docRef: DocRef
  /** The container of the whole form. */
  root: RefObject<HTMLElement | null>
  scroll: RefObject<HTMLDivElement | null>
  /** Notes above the fields. */
  notes: ReactNode
  /** Null: there are no details, or they are hidden. */
  inspector: InspectorState | null
  hasDetails: boolean
  withCredentials?: boolean
}

/** The fields of the current form: the main column, and the details at the end. */
export function FormColumns(props: FormColumnsProps) {
  const { docRef, root, scroll, notes, inspector, hasDetails, withCredentials = true } = props
  const { entity } = useDocument()
  const beside = useBeside()
  return (
    <>
      <div className={styles['main']}>
        <SecondLocale beside={beside} />
        <FindInDocument root={root} />
        <div ref={scroll} className={styles['scroll']}>
          <div className={cx(styles['form'], beside !== null && styles['two'])}>
            {notes}
            <MainFields
              docRef={docRef}
              withCredentials={withCredentials}
              {...(hasDetails && { place: 'main' as const })}
            />
          </div>
        </div>
      </div>
      {inspector?.isOpen === true && (
        <Inspector state={inspector}>
          <AfterFirstFrame>
            <FieldList fields={entity.fields} path="" place="sidebar" />
          </AfterFirstFrame>
        </Inspector>
      )}
    </>
  )
}

/** The parts of a second locale outside of its fields: shortcuts, and the head over the columns. */
function SecondLocale({ beside }: { beside: Beside | null }) {
  const locales = useSecondLocale(useDocument().entity)
  useSecondLocaleCommands(beside, locales)
  return beside && <SecondLocaleHead beside={beside} locales={locales} />
}
